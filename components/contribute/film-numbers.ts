type Film = { submission_id: string; bounty: { bounty_id: string } }

/**
 * The accepted film of a contributor where they have several for its bounty, by `bounty_id`.
 *
 * @param films newest first
 */
export function acceptedFilms<F extends Film & { accepted: boolean }>(
  films: readonly F[],
): ReadonlyMap<string, { film: F; number: number }> {
  const numbers = filmNumbers(films)
  return new Map(
    films.flatMap((film) => {
      const number = numbers.get(film.submission_id)
      return film.accepted && number !== undefined ? [[film.bounty.bounty_id, { film, number }] as const] : []
    }),
  )
}

/**
 * The numbers of films where a contributor has several for one bounty, by `submission_id`. The first has 1.
 *
 * @param films newest first
 */
export function filmNumbers(films: readonly Film[]): ReadonlyMap<string, number> {
  const byBounty = Map.groupBy(films, ({ bounty }) => bounty.bounty_id)
  return new Map(
    [...byBounty.values()]
      .filter((all) => all.length > 1)
      .flatMap((all) => all.map((film, order) => [film.submission_id, all.length - order] as const)),
  )
}
