import { placesOf, withPlace, wordsMaxCharacters } from '#lib/domain/bounty/bounty-place'
import { maxDeadlineDays } from '#lib/domain/bounty/deadline-days'
import { capital } from '#lib/domain/text/capital'
import { type BountyLimits, createBountyInput } from '#lib/schemas/bounty-order'
import { limitsText } from './limits-text.ts'

export type Problems = Partial<Record<string, string>>

/** The form as an API request, or all of its validation errors. */
export function readOrder(form: FormData, place: string | undefined, limits: BountyLimits) {
  const schema = createBountyInput(limits)
  const number = (name: string) => Number(String(form.get(name)).trim() || Number.NaN)
  const words = String(form.get('brief'))
  const said = {
    title: form.get('title'),
    amount_usdc: number('amount_usdc'),
    deadline_days: number('deadline_days'),
  }
  const problems: Problems = {}
  // What was typed and not chosen is no area, and may be another place than the reader has in mind.
  if (place === undefined && String(form.get('place') ?? '').trim() !== '')
    problems.place = 'Choose one of the suggestions or a place on the map, or clear this field.'
  // The place does not count towards the minimum length, but does towards the maximum.
  const { error } = schema.safeParse({ ...said, brief: words })
  for (const { path, message } of error?.issues ?? [])
    problems[String(path[0])] ??= wordsOf(String(path[0]), message, limits)
  if (place !== undefined && [...words.trim()].length > wordsMaxCharacters)
    problems.brief ??= `Use at most ${wordsMaxCharacters.toLocaleString('en')} characters: the area takes the rest.`
  // If a line of the instructions names another place than the chosen area, one of the two is a mistake.
  const other = place === undefined ? undefined : placesOf(words).find((geohash) => geohash !== place)
  if (other !== undefined)
    problems.brief ??= `A line in the instructions names another place, ${other}, than the area you chose: remove one of them.`
  // Without an area, a place line of the words counts and is sent with them: the service publishes only its cell.
  const { data: order } = schema.safeParse({ ...said, brief: withPlace(words, place) })
  return { order: Object.keys(problems).length === 0 ? order : undefined, problems }
}

/** What to do about a problem. The messages of the schema are for programs, which send numbers as numbers. */
function wordsOf(name: string, message: string, limits: BountyLimits): string {
  if (name === 'amount_usdc') return `Enter a whole amount from ${limitsText(limits)}.`
  if (name === 'deadline_days') return `Enter a whole number of days from 1 to ${maxDeadlineDays}.`
  const [, least, most] = /^use (\d+)–(\d+) characters$/.exec(message) ?? []
  if (least && most) {
    const range = `${least} to ${Number(most).toLocaleString('en')} characters`
    return name === 'title' ? `Write a title of ${range}.` : `Say what to film in ${range}.`
  }
  const [, hidden] = /^must not contain invisible characters or (.*)$/.exec(message) ?? []
  if (hidden) return `Remove invisible characters and ${hidden}.`
  if (message.startsWith('must be complete characters')) return 'Remove characters that cannot be shown.'
  if (message.startsWith('names two places')) return `${capital(message)}.`
  return 'Write it in visible characters.'
}
