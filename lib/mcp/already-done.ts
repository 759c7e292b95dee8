import { z } from 'zod'

const cancelled = z.object({ status: z.enum(['cancelling', 'cancelled']) })
const accepted = z.object({
  status: z.enum(['accepting', 'accepted']),
  submissions: z.array(z.object({ submission_id: z.string(), accepted: z.boolean() })),
})

/**
 * True if a bounty already is in the state that a tool call asks for. The call is then answered with the bounty instead of a refusal, because
 * the descriptions of these tools say that a repeated call changes nothing more, and agents repeat a call whose answer was lost.
 *
 * @param bounty as the tool for its status answers
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
