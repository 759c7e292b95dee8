/** The code of the only reason of a film that could not be checked because of a problem on our side. Its `quality_status` is `fail`. */
export const notCheckedCode = 'not_checked'

/** True if the check of a film did not take place, which says nothing about the film. */
export function wasNotChecked(film: { quality_reasons: readonly { code: string }[] }): boolean {
  return film.quality_reasons[0]?.code === notCheckedCode
}
