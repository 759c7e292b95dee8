import { readPlace } from '#lib/client/read-place'

export type Problem = { text: string; field?: string }
/** Place and time in the format of the API. */
export type Given = { location?: string; captured_at?: string }

/** The API accepts no larger cell, and stores no smaller one. */
export const placeCharacters = 6

/**
 * Place and time of the form, in the format of the API. An exact position is reduced to its cell here, and never leaves the
 * browser.
 *
 * @param chosen the geohash of a place that was picked, of six characters; without it, the typed text is used if it can only be a place
 */
export function readPlaceAndTime(form: FormData, chosen?: string): { given: Given } | { problem: Problem } {
  const typed = String(form.get('place') ?? '').trim()
  const time = String(form.get('time') ?? '')
  const given: Given = {}
  const read = readPlace(typed, placeCharacters)
  const place = chosen ?? (read?.said === 'letters' ? undefined : read?.geohash)
  if (typed !== '' && place?.length !== placeCharacters)
    return {
      problem: {
        field: 'location',
        text: 'Choose a place from the list, or press it on the map. “48.8584, 2.2945” works too.',
      },
    }
  if (place !== undefined) given.location = place
  if (time !== '') given.captured_at = new Date(time).toISOString()
  return { given }
}
