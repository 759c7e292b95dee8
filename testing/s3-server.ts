import { createHash, createHmac } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse, request as send } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/*
 * An S3-compatible server from a package, s3rver, with its signatures checked by a proxy in front, because s3rver takes any
 * of version 4. It differs from S3: it has one account and no bucket policy, computes no checksums, does not list the parts of an
 * unfinished upload, answers a suffix range (`bytes=-7`) with the first bytes, and its writes are not atomic. Multipart uploads,
 * other ranges and the response headers of links are as in S3.
 */

export const bucket = 'cairn-test'
/** The access key that the server accepts. */
export const accessKeyId = 'S3RVER'
export const secretAccessKey = 'S3RVER'

export type S3Server = {
  url: string
  /** Its clock against real time. */
  ahead: (seconds: number) => void
  /** How it answers from now on. */
  will: (mode: S3Mode) => void
  close: () => Promise<void>
}

/**
 * `fail`: 500 to everything; `refuse`: 403; `lose`: 404, the bucket is missing; `cut`: connections are closed; `hang`: no answer; `stall`: the
 * first half of what is read, and then nothing.
 */
type S3Mode = 'serve' | 'fail' | 'refuse' | 'lose' | 'cut' | 'hang' | 'stall'

type Rver = { run: () => Promise<AddressInfo>; close: () => Promise<void> }
// It has no types, and is CommonJS.
const S3rver: new (options: object) => Rver = createRequire(import.meta.url)('s3rver')

export async function startS3Server(): Promise<S3Server> {
  const directory = await mkdtemp(join(tmpdir(), 'cairn-s3-'))
  const rver = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory,
    vhostBuckets: false,
    configureBuckets: [{ name: bucket }],
  })
  const { port } = await rver.run()
  let aheadMs = 0
  let mode: S3Mode = 'serve'
  const proxy = createServer((incoming, outgoing) => {
    if (mode === 'hang') return
    if (mode === 'cut') return void incoming.destroy()
    if (mode === 'fail') return refuse(incoming, outgoing, 'InternalError', 500)
    if (mode === 'refuse') return refuse(incoming, outgoing, 'AccessDenied')
    if (mode === 'lose') return refuse(incoming, outgoing, 'NoSuchBucket', 404)
    const refusal = refusalOf(incoming, Date.now() + aheadMs)
    if (refusal) refuse(incoming, outgoing, refusal)
    else forward(incoming, outgoing, port, mode === 'stall')
  })
  await new Promise<void>((listening) => proxy.listen(0, '127.0.0.1', listening))
  return {
    url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    ahead: (seconds) => {
      aheadMs = seconds * 1_000
    },
    will: (next) => {
      mode = next
    },
    close: async () => {
      proxy.closeAllConnections()
      await new Promise((closed) => proxy.close(closed))
      await rver.close()
      await rm(directory, { recursive: true, force: true })
    },
  }
}

function forward(incoming: IncomingMessage, outgoing: ServerResponse, port: number, stalls: boolean): void {
  const { method, headers, url: path } = incoming
  const onward = send({ host: '127.0.0.1', port, method, headers, path, agent: false }, (answer) => {
    outgoing.writeHead(answer.statusCode!, answer.headers)
    if (stalls) answer.once('data', (chunk: Buffer) => outgoing.write(chunk.subarray(0, chunk.length / 2)))
    else answer.pipe(outgoing)
  })
  onward.on('error', () => outgoing.destroy())
  outgoing.on('close', () => onward.destroy())
  incoming.pipe(onward)
}

function refuse(incoming: IncomingMessage, outgoing: ServerResponse, code: string, status = 403): void {
  incoming.resume()
  outgoing.writeHead(status, { 'content-type': 'application/xml', connection: 'close' })
  outgoing.end(`<?xml version="1.0" encoding="UTF-8"?><Error><Code>${code}</Code></Error>`)
}

/** AWS Signature Version 4, in a query or in a header; https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-authenticating-requests.html */
function refusalOf(request: IncomingMessage, nowMs: number): string | undefined {
  const { pathname, searchParams } = new URL(request.url!, 'http://s3.test')
  const given = readSignature(request, searchParams)
  if (!given) return 'AccessDenied'
  const { date, region, signedHeaders, signature, expiresSeconds, payload } = given
  const signedAtMs = Date.parse(
    date.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'),
  )
  if (Math.abs(nowMs - signedAtMs) > 900_000 && expiresSeconds === undefined) return 'RequestTimeTooSkewed'
  if (signedAtMs - nowMs > 900_000) return 'AccessDenied'
  const query = [...searchParams]
    .filter(([name]) => name !== 'X-Amz-Signature')
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .sort()
  const canonical = [
    request.method,
    pathname
      .split('/')
      .map((part) => encode(decodeURIComponent(part)))
      .join('/'),
    query.join('&'),
    ...signedHeaders.map((name) => `${name}:${String(request.headers[name]).trim()}`),
    '',
    signedHeaders.join(';'),
    payload,
  ].join('\n')
  const scope = `${date.slice(0, 8)}/${region}/s3/aws4_request`
  const text = ['AWS4-HMAC-SHA256', date, scope, createHash('sha256').update(canonical).digest('hex')]
  const key = scope.split('/').reduce<string | Buffer>(hmac, `AWS4${secretAccessKey}`)
  if (hmac(key, text.join('\n')).toString('hex') !== signature) return 'SignatureDoesNotMatch'
  return expiresSeconds !== undefined && nowMs > signedAtMs + expiresSeconds * 1_000
    ? 'AccessDenied'
    : undefined
}

type Signature = {
  date: string
  region: string
  signedHeaders: string[]
  signature: string
  /** Of a link. */
  expiresSeconds?: number
  payload: string
}

function readSignature({ headers }: IncomingMessage, query: URLSearchParams): Signature | undefined {
  const read = (credential: string, signedHeaders: string) => {
    const [id, , region] = credential.split('/')
    return id === accessKeyId && region ? { region, signedHeaders: signedHeaders.split(';') } : undefined
  }
  const signature = query.get('X-Amz-Signature')
  if (signature !== null) {
    const known = read(query.get('X-Amz-Credential')!, query.get('X-Amz-SignedHeaders')!)
    const expiresSeconds = Number(query.get('X-Amz-Expires'))
    const date = query.get('X-Amz-Date')!
    return known && { ...known, date, signature, expiresSeconds, payload: 'UNSIGNED-PAYLOAD' }
  }
  const authorization =
    /^AWS4-HMAC-SHA256 Credential=([^,]+), ?SignedHeaders=([^,]+), ?Signature=(\w+)$/.exec(
      headers.authorization ?? '',
    )
  if (!authorization) return undefined
  const known = read(authorization[1]!, authorization[2]!)
  const payload = String(headers['x-amz-content-sha256'])
  return known && { ...known, date: String(headers['x-amz-date']), signature: authorization[3]!, payload }
}

function hmac(key: string | Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest()
}

function encode(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
}
