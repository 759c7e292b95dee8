import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'

// A push service and a browser that is subscribed there.

/** A request that arrived at the push service. */
type ReceivedPush = { path: string; headers: IncomingHttpHeaders; body: Buffer }

/** Receives push messages as a browser does. Written from the RFCs, without the library that encrypts them. */
export type TestBrowser = {
  /** As `PushSubscription.toJSON()`. */
  keys: { p256dh: string; auth: string }
  /** The plaintext of a message. @throws if it is for another browser, or was altered */
  decrypt: (body: Uint8Array) => string
}

export function openTestBrowser(): TestBrowser {
  const curve = createECDH('prime256v1')
  const own = curve.generateKeys()
  const auth = randomBytes(16)
  return {
    keys: { p256dh: own.toString('base64url'), auth: auth.toString('base64url') },
    decrypt: (body) => {
      const bytes = Buffer.from(body)
      // RFC 8188 §2.1: salt, record size, length of the key id, key id.
      const salt = bytes.subarray(0, 16)
      const sender = bytes.subarray(21, 21 + bytes[20]!)
      const record = bytes.subarray(21 + bytes[20]!)
      // RFC 8291 §3.4.
      const info = Buffer.concat([Buffer.from('WebPush: info\0'), own, sender])
      const secret = Buffer.from(hkdfSync('sha256', curve.computeSecret(sender), auth, info, 32))
      const derive = (name: string, length: number) =>
        Buffer.from(hkdfSync('sha256', secret, salt, `Content-Encoding: ${name}\0`, length))
      const cipher = createDecipheriv('aes-128-gcm', derive('aes128gcm', 16), derive('nonce', 12))
      cipher.setAuthTag(record.subarray(-16))
      const padded = Buffer.concat([cipher.update(record.subarray(0, -16)), cipher.final()])
      // RFC 8188 §2: the last record ends with 2 and zeros.
      const end = padded.lastIndexOf(2)
      if (end < 0 || padded.subarray(end + 1).some((byte) => byte !== 0)) throw new Error('no delimiter')
      return padded.subarray(0, end).toString()
    },
  }
}

/** The claims of a request's VAPID token (RFC 8292) and the key that signed it. @throws if the signature is wrong */
export function readVapid(authorization: string): { claims: Record<string, unknown>; publicKey: string } {
  const [, token = '', publicKey = ''] = /^vapid t=([\w.-]+), ?k=([\w-]+)$/.exec(authorization) ?? []
  const [header = '', claims = '', signature = ''] = token.split('.')
  const point = Buffer.from(publicKey, 'base64url')
  const key = createPublicKey({
    format: 'jwk',
    key: {
      kty: 'EC',
      crv: 'P-256',
      x: point.subarray(1, 33).toString('base64url'),
      y: point.subarray(33).toString('base64url'),
    },
  })
  const signed = Buffer.from(`${header}.${claims}`)
  const bytes = Buffer.from(signature, 'base64url')
  if (!verify('sha256', signed, { key, dsaEncoding: 'ieee-p1363' }, bytes)) throw new Error('wrong signature')
  return { claims: JSON.parse(Buffer.from(claims, 'base64url').toString()), publicKey }
}

export type PushService = {
  url: string
  /** In the order of their arrival. */
  received: ReceivedPush[]
  /** The status of each answer. */
  answer: (push: ReceivedPush) => number | Promise<number>
  close: () => Promise<void>
}

/** A push service on this machine that accepts every message. */
export async function startPushService(): Promise<PushService> {
  const service: PushService = { url: '', received: [], answer: () => 201, close: async () => {} }
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const push = { path: request.url!, headers: request.headers, body: Buffer.concat(chunks) }
    service.received.push(push)
    response.writeHead(await service.answer(push)).end()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  service.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  service.close = async () => {
    server.closeAllConnections()
    server.close()
  }
  return service
}
