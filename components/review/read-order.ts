import { withPlace, wordsMaxCharacters } from '#lib/domain/bounty-place'
import { type BountyLimits, createBountyInput } from '#lib/schemas/bounty'

export type Problems = Partial<Record<string, string>>

/** What the form says, as the interface takes it, or all that is wrong with it. */
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
  // The place is no part of what somebody has to write, but takes room.
  const { error } = schema.safeParse({ ...said, brief: words })
  for (const { path, message } of error?.issues ?? [])
    problems[String(path[0])] ??= `${message.slice(0, 1).toUpperCase()}${message.slice(1)}.`
  if (place !== undefined && [...words.trim()].length > wordsMaxCharacters)
    problems.brief ??= `Must have at most ${wordsMaxCharacters} characters, to leave room for the place.`
  const { data: order } = schema.safeParse({ ...said, brief: withPlace(words, place) })
  return { order: Object.keys(problems).length === 0 ? order : undefined, problems }
}
