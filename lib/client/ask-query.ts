import { spatialResultSchema } from '#lib/schemas/observation'
import { keepAnswer, type PaidAnswer } from './paid-answers.ts'
import { sendSigned } from './send-signed.ts'
import { openSignedRequests, type SignedRequest } from './signed-request.ts'

export const queryPath = '/api/v1/spatial/query'

/** The query that was signed in this browser and has no answer yet. */
export const signedQueries = openSignedRequests('cairn.query')

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
    noAnswer:
      'Cairn could not be reached, and whether you were charged is not known yet. Your query is stored in this browser; sent again, it is charged at most once.',
    onWait,
  })
  return { answer: answer!, isKept }
}
