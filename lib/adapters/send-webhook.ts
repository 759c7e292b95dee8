import { type ClientRequest, type IncomingMessage, request as sendPlain } from 'node:http'
import { request as sendSecure } from 'node:https'
import { isIP } from 'node:net'
import { ForbiddenAddress, isPublicAddress, lookUpPublic } from '#lib/adapters/webhook-address'

const timeoutMs = 10_000

/**
 * Posts to an address that a stranger has named: over TLS, to the open internet only, following no redirect, reading nothing
 * of the answer but its status.
 *
 * @param args.mayBeLocal in a sandbox: plain HTTP and this machine too
 * @returns the status of the answer
 * @throws when there is none in ten seconds, or the address is none that strangers may name
 */
export function sendWebhook(args: {
  url: string
  headers: Record<string, string>
  body: string
  mayBeLocal: boolean
}): Promise<number> {
  const { headers, body, mayBeLocal } = args
  const url = new URL(args.url)
  const host = url.hostname.replace(/^\[|\]$/g, '')
  return new Promise((done, fail) => {
    if (!mayBeLocal && (url.protocol !== 'https:' || (isIP(host) !== 0 && !isPublicAddress(host))))
      return fail(new ForbiddenAddress(`${host} is not on the open internet`))
    const send = url.protocol === 'https:' ? sendSecure : sendPlain
    const sent: ClientRequest = send(
      url,
      {
        method: 'POST',
        headers: { ...headers, 'content-length': Buffer.byteLength(body) },
        agent: false,
        ...(mayBeLocal ? {} : { lookup: lookUpPublic }),
        signal: AbortSignal.timeout(timeoutMs),
      },
      (answer: IncomingMessage) => {
        done(answer.statusCode ?? 0)
        // Whatever else it says is not read.
        answer.destroy()
      },
    )
    sent.once('error', fail)
    sent.end(body)
  })
}
