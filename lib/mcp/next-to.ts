// Callers of tools see no headers, so the result has a member `next_to` instead of `Cairn-Truncated` and `Cairn-Next-To`.

/** The header of an operation whose answer may be truncated. */
export const nextToHeader = 'Cairn-Next-To'

export const nextToSchema = {
  type: 'string',
  description:
    'Only if more observations match than `limit`. For earlier ones, call again with this as `to` and with the `from` of `window`; skip observations of that second that you already have, by `observation_id`.',
}

/** The answer with `next_to`, if it was truncated. */
export function withNextTo<Answer extends object>(answer: Answer, nextTo: string | undefined): Answer {
  return nextTo === undefined ? answer : { ...answer, next_to: nextTo }
}

/** Tells the caller in a sentence how to get the rest of a truncated answer. */
export function moreText(nextTo: string): string {
  return `More observations match than \`limit\`. For earlier ones, call again with "to": "${nextTo}" and the same "from" as in "window"; skip observations of that second that you already have, by observation_id.`
}
