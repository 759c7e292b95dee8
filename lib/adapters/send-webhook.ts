import { type ClientRequest, type IncomingMessage, request as sendPlain } from 'node:http'
import { request as sendSecure } from 'node:https'
import { isIP } from 'node:net'
import { ForbiddenAddress, isPublicAddress, lookUpPublic } from '#lib/adapters/webhook-address'

/** From the start of the name look-up to the status line of the answer. */
export const webhookTimeoutMs = 10_000
/** RFC 9110 allows any number of 1xx responses before the final one; no receiver of webhooks needs more. */
const maxInformational = 8

/** Why a webhook got no status: `code` is one of Node's, or one of those below. */
export class WebhookError extends Error {
  override readonly name = 'WebhookError'
  readonly code: 'ETIMEDOUT' | 'ENOANSWER' | 'EINFORMATIONAL'

  constructor(code: WebhookError['code'], message: string) {
    super(message)
    this.code = code
  }
}

/**
 * Posts to an address that a stranger named: over TLS, to the public internet only, following no redirect, reading nothing of
 * the answer but its status. The connection is closed when this settles, whatever the receiver does.
 *
 * @param args.mayBeLocal in a sandbox: plain HTTP and addresses of this machine are allowed too
 * @param args.timeoutMs until the status has arrived
 * @returns the status of the answer; 101 when the receiver switches protocols, which is not an acknowledgement
 * @throws WebhookError, ForbiddenAddress, or the error of the connection
 */
export function sendWebhook(args: {
  url: string
  headers: Record<string, string>
  body: string
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
    // A timer of our own: after an upgrade Node reports neither a response nor an error, so nothing else may ever fire.
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
        // The rest of the answer is not read.
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
      // Stays in place after the result, since a closing connection may report more than one error.
      .on('error', fail)
      .on('close', () => fail(new WebhookError('ENOANSWER', 'closed without an answer')))
    sent.end(body)
  })
}
