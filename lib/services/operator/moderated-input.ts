import { z } from 'zod'
import { couldBeId } from '#lib/domain/ids'
import { type ReportedKind, reportedKinds } from '#lib/domain/moderation/report'

/** The input of actions on subjects that can be reported. `id`: for a model, that of its bounty. */
export const moderatedInput = z.object({
  kind: z.enum(reportedKinds),
  id: z.string().refine(couldBeId, 'is not an id'),
})

const words: Readonly<Record<ReportedKind, string>> = {
  bounty: 'bounty',
  submission: 'film',
  model: 'the model page of bounty',
}

export function subjectText({ kind, id }: z.output<typeof moderatedInput>): string {
  return `${words[kind]} ${id}`
}
