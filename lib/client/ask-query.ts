import { spatialResultSchema } from '#lib/schemas/observation'
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
  const { payment, title, body, page, amount_atomic, network, signed_at: asked_at } = signed
  let answer: PaidAnswer | undefined
  let isKept = true
  await sendSigned({
    signed,
    place: signedQueries,
    status: 200,
    parse: (text) => spatialResultSchema.parse(JSON.parse(text)),
    keep: async ({ answer: result, receipt }) => {
      answer = {
        payment,
        asked_at,
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
