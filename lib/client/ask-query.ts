import { type SpatialResult, spatialResultSchema } from '#lib/schemas/observation'
import type { PaidAnswer } from './paid-answer-schema.ts'
import { keepAnswer } from './paid-answers.ts'
import { sendSigned } from './send-signed.ts'
import { noAnswerYet, signedQueries } from './signed-queries.ts'
import type { SignedRequest } from './signed-request.ts'

/**
 * Sends a signed query until it is answered, and stores the answer in this browser.
 *
 * @param onWait called with a sentence that says what is waited for
 * @throws as `sendSigned` does
 */
export async function fetchAnswer(
  signed: SignedRequest,
  onWait: (message: string) => void,
): Promise<{ answer: PaidAnswer; isKept: boolean }> {
  const { payment, title, body, page, amount_atomic, network } = signed
  let answer: PaidAnswer | undefined
  let isKept = true
  await sendSigned({
    signed,
    place: signedQueries,
    status: 200,
    parse: (text) => spatialResultSchema.parse(JSON.parse(text)),
    keep: async ({ answer: result, receipt, sentAt }) => {
      answer = {
        payment,
        asked_at: askedAt(signed, result, sentAt),
        title,
        body,
        page,
        amount_atomic,
        network,
        result,
        ...(receipt ? { receipt } : {}),
      }
      // If the browser blocks storage, the answer is still shown, and the reader is told to save it.
      isKept = await keepAnswer(answer).then(
        () => true,
        () => false,
      )
    },
    noAnswer: noAnswerYet,
    onWait,
  })
  return { answer: answer!, isKept }
}

/**
 * The time of an answer by the clock of the service: that of this device may be wrong, and an answer dated ahead would count as new for too
 * long. A period until now ends at that time. For another period it is the time of the response, less the time since the signature: if the
 * service sends the same answer again days later, its date stays the same.
 */
function askedAt(
  { body, signed_at }: SignedRequest,
  { window }: SpatialResult,
  sentAt: string | null,
): string {
  if (!('to' in JSON.parse(body))) return new Date(window.to).toISOString()
  const [sentMs, signedMs] = [Date.parse(sentAt ?? ''), Date.parse(signed_at)]
  if (Number.isNaN(sentMs)) return signed_at
  const sinceMs = Date.now() - signedMs
  // The clock was set back meanwhile: only the latest time is known.
  const atMs = sinceMs < 0 ? Math.min(sentMs, signedMs) : sentMs - sinceMs
  return new Date(atMs).toISOString()
}
