import { z } from 'zod'

/** The tools for which a 409 may mean that an earlier, identical call succeeded. */
const repeatable: ReadonlySet<string> = new Set(['cairn_cancel_bounty', 'cairn_accept_submission'])

/** True if the state of the bounty decides whether this answer of a tool is a refusal. */
export const mayBeDone = (tool: string, status: number | undefined): boolean =>
  status === 409 && repeatable.has(tool)

const cancelled = z.object({ status: z.enum(['cancelling', 'cancelled']) })
const accepted = z.object({
  status: z.enum(['accepting', 'accepted']),
  submissions: z.array(z.object({ submission_id: z.string(), accepted: z.boolean() })),
})

/**
 * True if a bounty already is in the state that a tool call asks for. The call is then answered with the bounty instead of a refusal, because
 * the descriptions of these tools say that a repeated call changes nothing more, and agents repeat a call whose answer was lost.
 *
 * @param bounty the answer of the tool that tells its status
 */
export function isAlreadyDone(
  tool: string,
  args: Readonly<Record<string, unknown>>,
  bounty: unknown,
): boolean {
  if (tool === 'cairn_cancel_bounty') return cancelled.safeParse(bounty).success
  if (tool !== 'cairn_accept_submission') return false
  const { data } = accepted.safeParse(bounty)
  const chosen = data?.submissions.find((submission) => submission.accepted)
  return chosen !== undefined && chosen.submission_id === args.submission_id
}
