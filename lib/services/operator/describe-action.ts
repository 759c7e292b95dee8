import 'server-only'
import { createHash } from 'node:crypto'
import type { Context } from '#lib/adapters/context'
import { noteRequest, type RequestNotes } from '#lib/adapters/request-notes'
import { actionStatement } from '#lib/domain/access/action-statement'
import { fieldError } from '#lib/domain/errors'
import { canonicalJson } from '#lib/domain/proof/canonical-json'
import { publicTextFault } from '#lib/domain/text/public-text'
import { parseInput } from '#lib/schemas/parse'
import type { OperatorAction, Preview, Subject } from '#lib/services/operator/action'
import { findAction } from '#lib/services/operator/actions'

export type AskedAction = {
  action: string
  input: unknown
  /** In the operator's words; what is signed covers it. */
  reason: string
}

export type DescribedAction = {
  // biome-ignore lint/suspicious/noExplicitAny: what each takes and gives differs
  action: OperatorAction<any, any>
  input: unknown
  preview: Preview
  /** The resource that a signature for this action must name now. */
  statement: string
  resource: string
}

/**
 * Describes an action as of now: its effect, its refusal if any, and what a signature for it covers.
 *
 * @throws CairnError `invalid_request`, `not_found`, `unavailable`
 */
export async function describeAction(args: { ctx: Context; asked: AskedAction }): Promise<DescribedAction> {
  const { ctx, asked } = args
  const action = findAction(asked.action)
  const input: unknown = parseInput(action.input, asked.input, { root: 'input' })
  noteRequest({ action: action.name, ...notesOf(action.subjectOf(input)) })
  const fault =
    action.publishesReason && asked.reason !== '' && publicTextFault(asked.reason, { lines: false })
  if (fault) throw fieldError('reason', `${fault}.`)
  const preview = await action.preview({ ctx, input })
  return { action, input, preview, ...termsOf({ ...asked, effect: preview.effect }) }
}

/** The terms that a signature for an action covers: name, input and reason by their digest, and the effect in words. */
export function termsOf(said: AskedAction & { effect: string }): { statement: string; resource: string } {
  const { action, input, reason, effect } = said
  const digest = createHash('sha256').update(canonicalJson({ action, input, reason })).digest('hex')
  return actionStatement({ action, digest, effect })
}

/** The ids by which the request log can be searched. */
function notesOf({ kind, id }: Subject): RequestNotes {
  if (kind === 'bounty') return { bountyId: id }
  if (kind === 'submission') return { submissionId: id }
  if (kind === 'api_key') return { apiKey: id }
  return kind === 'payment' && /^\d{1,15}$/.test(id) ? { paymentId: Number(id) } : {}
}
