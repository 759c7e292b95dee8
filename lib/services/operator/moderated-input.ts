import { z } from 'zod'
import { couldBeId } from '#lib/domain/ids'
import { hideableKinds, type ReportedKind, reportedKinds } from '#lib/domain/moderation/report'

const id = z.string().refine(couldBeId, 'is not an id')

/** The input of actions that hide something or show it again. `id`: for a model, that of its bounty. */
export const hideableInput = z.object({ kind: z.enum(hideableKinds), id })
/** The input of actions on reports. `id`: for a capture, its fingerprint. */
export const reportedInput = z.object({ kind: z.enum(reportedKinds), id })

const words: Readonly<Record<ReportedKind, string>> = {
  bounty: 'bounty',
  submission: 'film',
  model: 'the model page of bounty',
  capture: 'capture',
}

export function subjectText({ kind, id }: z.output<typeof reportedInput>): string {
  return `${words[kind]} ${id}`
}
