/** The number of films that were submitted for a bounty. */
export function filmsText(count: number): string {
  if (count === 0) return 'no films yet'
  return count === 1 ? '1 film so far' : `${count} films so far`
}
