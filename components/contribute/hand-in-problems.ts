import { ApiRefusal } from '#lib/client/api-refusal'
import { misfitsIn } from '#lib/domain/film/claim-checks'
import { type EarlyCheck, surelyFails } from '#lib/domain/film/early-checks'
import type { Given, Problem } from './read-place-and-time.ts'

// What is wrong with a film or its form, from the API's refusal or from the checks before it, and the field where it is shown.

/** What a film can lack, by its name in the API. */
export type MissingClaim = 'location' | 'captured_at'

const askFor: Readonly<Record<MissingClaim, string>> = {
  location: 'The file does not say where it was filmed. Choose the place.',
  captured_at: 'The file does not say when it was filmed. Fill in the time.',
}

const names: Readonly<Record<string, string>> = {
  upload_id: 'The upload',
  note: 'The note',
  location: 'The place',
  captured_at: 'The time',
}

/**
 * Maps the members of the API's refusal to the fields of the form. The API names one member at a time: if it asks for the place or the
 * time, the other is asked for too if it was not given and this browser found none in the file.
 *
 * @param body what was sent
 * @param missing what this browser did not find in the file
 */
export function problemsOf(
  error: Error,
  { body, missing }: { body: Record<string, unknown>; missing: readonly MissingClaim[] },
): Problem[] {
  if (!(error instanceof ApiRefusal) || error.field === undefined) return [{ text: error.message }]
  const { field, text } = error
  if (field in body || !isClaim(field)) return [{ field, text: asSentence(field, text) }]
  return askedFor((claim) => claim === field || (missing.includes(claim) && !(claim in body)))
}

/** Makes a sentence of the API's text, which may leave out its subject: "must be a number". */
function asSentence(field: string, text: string): string {
  return /^[A-Z]/.test(text) ? text : `${names[field] ?? 'It'} ${text}`
}

/**
 * What to fill in, for a film that is not submitted yet because of its known problems: all that is to be done is said at once.
 *
 * @param given the place and the time of the form
 */
export function stillMissing(missing: readonly MissingClaim[], given: Given): Problem[] {
  return askedFor((claim) => missing.includes(claim) && given[claim] === undefined)
}

function askedFor(isAsked: (claim: MissingClaim) => boolean): Problem[] {
  const claims = ['location', 'captured_at'] as const
  return claims.filter(isAsked).map((claim) => ({ field: claim, text: askFor[claim] }))
}

/** Where to look for the problems that are shown at their fields; `undefined` if there are none. */
export function aboveText(problems: readonly Problem[]): string | undefined {
  const fields = [
    ...(problemAt(problems, 'location') ? ['the place'] : []),
    ...(problemAt(problems, 'captured_at') ? ['the time'] : []),
  ]
  return fields.length === 0 ? undefined : `Not submitted yet: see ${fields.join(' and ')} above.`
}

/**
 * What this browser found wrong with a film, with a title. It is shown before the film is submitted, because that cannot be taken back.
 *
 * @param measured the checks of the film itself
 * @param claims the checks of its place and time
 */
export function knownProblems(
  measured: readonly EarlyCheck[],
  claims: readonly EarlyCheck[],
): { title: string; misfits: string[]; texts: string[] } {
  const misfits = misfitsIn(claims)
  const faults = measured.filter(({ is }) => is === 'bad').map(({ text }) => text)
  const parts = [
    ...(misfits.length > 0 ? ['does not fit the bounty'] : []),
    ...(faults.length > 0 ? [`${surelyFails(measured) ? 'will' : 'may'} not pass the check`] : []),
  ]
  return { title: `This film ${parts.join(', and ')}`, misfits, texts: [...misfits, ...faults] }
}

/** True if there are problems that were not shown yet when the film was about to be submitted. Those that are gone need no second press. */
export function needsSecondPress(known: readonly string[], shown: readonly string[]): boolean {
  return known.some((text) => !shown.includes(text))
}

/** The statements of the contributor that the API refuses. */
export function refusedIn(checks: readonly EarlyCheck[]): Problem[] {
  return checks.flatMap(({ field, text }) => (field ? [{ field, text }] : []))
}

/** The problem of a claim, or of a member of it such as `location.lat`. */
export function problemAt(problems: readonly Problem[], claim: MissingClaim): Problem | undefined {
  return problems.find(({ field }) => field?.startsWith(claim))
}

function isClaim(field: string): field is MissingClaim {
  return field in askFor
}
