import { type ClientRequest, type IncomingMessage, request as sendPlain } from 'node:http'
import { request as sendSecure } from 'node:https'
import { isIP } from 'node:net'
import { ForbiddenAddress, isPublicAddress, lookUpPublic } from '#lib/adapters/webhook-address'

/** From the start of the DNS lookup to the status line of the response. */
export const webhookTimeoutMs = 10_000
/**
 * RFC 9110 allows any number of 1xx responses before the final one. No webhook receiver needs more than this.
 */
const maxInformational = 8

/** The request ended without a status. */
class WebhookError extends Error {
  override readonly name = 'WebhookError'
  readonly code: 'ETIMEDOUT' | 'ENOANSWER' | 'EINFORMATIONAL'

  constructor(code: WebhookError['code'], message: string) {
    super(message)
    this.code = code
  }
}

/**
 * Posts to an untrusted URL: over TLS, only to public addresses, without following redirects, and reading
 * only the status of the response. The connection is always closed when this settles.
 *
 * @param args.mayBeLocal true in a sandbox: plain HTTP and local addresses are allowed too
 * @param args.timeoutMs time until the status arrives
 * @returns the status of the response; 101 if the receiver switches protocols, which is not an
 * acknowledgement
 * @throws WebhookError, ForbiddenAddress, or the connection error
 */
export function sendWebhook(args: {
  url: string
  headers: Record<string, string>
  body: string | Uint8Array
  mayBeLocal: boolean
  timeoutMs?: number
}): Promise<number> {
  const { headers, body, mayBeLocal, timeoutMs = webhookTimeoutMs } = args
  const url = new URL(args.url)
  const host = url.hostname.replace(/^\[|\]$/g, '')
  if (!mayBeLocal && (url.protocol !== 'https:' || (isIP(host) !== 0 && !isPublicAddress(host))))
    return Promise.reject(new ForbiddenAddress(`${host} is not on the public internet`))
  const send = url.protocol === 'https:' ? sendSecure : sendPlain
  return new Promise((resolve, reject) => {
    const sent: ClientRequest = send(url, {
      method: 'POST',
      headers: { ...headers, 'content-length': Buffer.byteLength(body) },
      agent: false,
      ...(mayBeLocal ? {} : { lookup: lookUpPublic }),
    })
    // A separate timer, because Node may report neither a response nor an error after an upgrade.
    const timer = setTimeout(
      () => fail(new WebhookError('ETIMEDOUT', `no answer in ${timeoutMs} ms`)),
      timeoutMs,
    )
    const end = () => {
      clearTimeout(timer)
      sent.destroy()
    }
    const succeed = (status: number) => {
      end()
      resolve(status)
    }
    const fail = (error: Error) => {
      end()
      reject(error)
    }
    let informational = 0
    sent
      .on('response', (answer: IncomingMessage) => {
        succeed(answer.statusCode ?? 0)
        // The body is not read.
        answer.destroy()
      })
      .on('upgrade', (answer: IncomingMessage, socket) => {
        socket.destroy()
        succeed(answer.statusCode ?? 101)
      })
      .on('information', () => {
        if (++informational > maxInformational)
          fail(new WebhookError('EINFORMATIONAL', 'only informational responses'))
      })
      // Stays attached after the result, because a closing connection may emit more than one error.
      .on('error', fail)
      .on('close', () => fail(new WebhookError('ENOANSWER', 'closed without an answer')))
    sent.end(body)
  })
}
