import { counted } from '#lib/domain/text/counted'

/** The number of films that were submitted for a bounty, which may take more of them. */
export function filmsText(count: number, takesFilms = true): string {
  if (count === 0) return takesFilms ? 'No films yet' : 'No films'
  return `${counted(count, 'film', 'films')}${takesFilms ? ' so far' : ''}`
}
