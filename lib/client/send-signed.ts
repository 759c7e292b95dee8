import type { ApiRefusal } from './api-refusal.ts'
import { describeRefusal } from './call-api.ts'
import { postPaid, unreachable } from './post-paid.ts'
import { type Receipt, readReceipt } from './receipt.ts'
import { forgetSigned, type SignedRequest, type SignedRequestPlace } from './signed-request.ts'

const maxTries = 20
/** Seconds between tries. If the service asks for a longer wait, the reader decides when to try again. */
const waitSeconds = { usual: 3, most: 30 }
/** Shown instead of the message of the API, which is for programs and mentions headers. */
const settling = 'Your payment is being settled. No action needed.'

/** The result of a payment: the answer, its settlement if the header could be read, and the time at which the service sent it. */
export type Bought<Answer> = { answer: Answer; receipt: Receipt | undefined; sentAt: string | null }

/**
 * Sends a signed request until it is answered, and stores the answer. The same signature again never pays twice.
 *
 * @param args.status HTTP status of the paid answer
 * @param args.parse parses the text of the answer; an error counts as no answer
 * @param args.keep stores the answer beyond this page; until it has, the request stays stored, so the answer can be fetched again
 * @param args.noAnswer message while no answer arrives
 * @throws ApiRefusal with status 402 or a reason: nothing was paid, and the request is forgotten. After any other error it may have
 * been paid, and the request stays stored to be sent again
 */
export async function sendSigned<Answer>(args: {
  signed: SignedRequest
  place: SignedRequestPlace
  status: number
  parse: (text: string) => Answer
  keep: (bought: Bought<Answer>) => void | Promise<void>
  noAnswer: string
  onWait: (message: string) => void
}): Promise<Bought<Answer>> {
  const { signed, place, keep, onWait } = args
  for (let tries = 1; ; tries++) {
    const result = await attempt(args)
    if ('bought' in result) {
      await keep(result.bought)
      forgetSigned(place, signed)
      return result.bought
    }
    const { refusal, retryAfterSeconds } = result
    // Only a 402 or the reason of a refused payment proves that it was not taken. Another refusal may come from a
    // proxy after the payment was taken.
    if (refusal.status === 402 || refusal.reason !== undefined) {
      forgetSigned(place, signed)
      throw notTaken(refusal)
    }
    if (!isPassing(refusal.status) || retryAfterSeconds > waitSeconds.most || tries >= maxTries) throw refusal
    onWait(refusal.code === 'settlement_pending' ? settling : refusal.message)
    await new Promise((done) => setTimeout(done, retryAfterSeconds * 1_000))
  }
}

type Attempt<Answer> = { bought: Bought<Answer> } | { refusal: ApiRefusal; retryAfterSeconds: number }

async function attempt<Answer>(args: {
  signed: SignedRequest
  status: number
  parse: (text: string) => Answer
  noAnswer: string
}): Promise<Attempt<Answer>> {
  const { signed, status, parse, noAnswer } = args
  try {
    const response = await postPaid(signed, { 'PAYMENT-SIGNATURE': signed.payment })
    const text = await response.text()
    if (response.status === status)
      return {
        bought: {
          answer: parse(text),
          receipt: readReceipt(response.headers),
          sentAt: response.headers.get('date'),
        },
      }
    const asked = Number(response.headers.get('retry-after') ?? waitSeconds.usual)
    return {
      refusal: describeRefusal(response.status, text),
      retryAfterSeconds: Math.max(1, asked || waitSeconds.usual),
    }
  } catch {
    return { refusal: unreachable(noAnswer), retryAfterSeconds: waitSeconds.usual }
  }
}

/** Replaces messages for programs, which say what to send next: people press the button again. */
function notTaken(refusal: ApiRefusal): ApiRefusal {
  const [happened, next] = refusal.message.split(' Nothing was charged by this request.')
  if (next !== undefined) refusal.message = `${happened} Nothing was charged.`
  return refusal
}

function isPassing(status: number): boolean {
  return status === 0 || status === 429 || status >= 500
}
