import fc from 'fast-check'
import { declineReasons } from '#lib/domain/bounty/decline'
import { type Schema, timestamps, valuesOf } from '#testing/fuzz/from-schema'

/** A request. `body` is a value to be sent as JSON, or bytes to be sent unchanged. */
export type FuzzRequest = {
  method: string
  /** Percent-encoded, with the query string. */
  target: string
  headers: [name: string, value: string][]
  body: unknown
}

type Parameter = { name: string; in: 'path' | 'query' | 'header'; required?: boolean; schema: Schema }
type Described = {
  operationId: string
  parameters?: Parameter[]
  requestBody?: { content: Record<string, { schema?: Schema }> }
  responses: Record<string, { content?: object }>
  security: Record<string, unknown>[]
}
export type FuzzedOperation = {
  name: string
  method: string
  path: string
  described: Described
  /** By the schema of its JSON body. */
  body: Schema | undefined
  valid: fc.Arbitrary<FuzzRequest>
}

/** Existing ids and wallets that a valid request may name. */
export type Known = {
  observationId: string
  bountyId: string
  uploadId: string
  agentToken: string
  enterpriseKey: string
  /** A session, and a second one that a test may end. */
  session: string
  endable: string
}

type Document = {
  paths: Record<string, Record<string, Described> & { parameters?: Parameter[] }>
  components: Record<string, Record<string, Schema>>
}

const methods = ['get', 'post', 'put', 'patch', 'delete', 'head']

/** Every operation of the document, each with its valid requests. */
export function operationsOf(document: object, known: Known): FuzzedOperation[] {
  const { paths, components } = document as Document
  const resolve = (reference: string) => {
    const [kind, name] = reference.split('/').slice(-2) as [string, string]
    return components[kind]![name]!
  }
  return Object.entries(paths).flatMap(([path, { parameters = [], ...operations }]) =>
    Object.entries(operations as Record<string, Described>)
      .filter(([method]) => methods.includes(method))
      // A stream has no end to wait for.
      .filter(([, one]) => !('text/event-stream' in (one.responses['200']?.content ?? {})))
      .map(([method, one]) => {
        const described = { ...one, parameters: [...parameters, ...(one.parameters ?? [])] }
        const content = Object.entries(described.requestBody?.content ?? {})[0]
        const body = content?.[0] === 'application/json' ? content[1].schema : undefined
        const bodies =
          body === undefined ? fc.constant(undefined) : (bodiesOf[one.operationId] ?? valuesOf(body, resolve))
        const operation = { name: one.operationId, method: method.toUpperCase(), path, described, body }
        return { ...operation, valid: validOf(operation, bodies, content?.[0], known, resolve) }
      }),
  )
}

function validOf(
  operation: Omit<FuzzedOperation, 'valid'>,
  bodies: fc.Arbitrary<unknown>,
  type: string | undefined,
  known: Known,
  resolve: (reference: string) => Schema,
): fc.Arbitrary<FuzzRequest> {
  const { name, method, path, described } = operation
  const values = (described.parameters ?? []).map(
    (parameter): fc.Arbitrary<[Parameter, string | undefined]> => {
      const texts = (parametersOf[parameter.name] ?? valuesOf(parameter.schema, resolve)).map(String)
      const there = parameter.in === 'header' ? undefined : knownOf(parameter.name, path, known)
      const given = there === undefined ? texts : fc.oneof(texts, fc.constant(there))
      const isGiven = parameter.in === 'path' || parameter.required === true
      const isLeftOut = leftOut.has(parameter.name)
      return (
        isLeftOut ? fc.constant(undefined) : isGiven ? given : fc.option(given, { nil: undefined })
      ).map((value) => [parameter, value])
    },
  )
  const isBytes = type !== undefined && type !== 'application/json'
  return fc
    .tuple(
      fc.tuple(...values),
      isBytes ? fc.uint8Array({ maxLength: 64 }) : bodies,
      fc.constantFrom(...credentialsOf(described, known, name)),
    )
    .map(([given, body, credential]) => {
      const of = (where: Parameter['in']) =>
        given.flatMap(([parameter, value]) =>
          parameter.in === where && value !== undefined ? [[parameter.name, value] as [string, string]] : [],
        )
      const filled = of('path').reduce(
        (text, [name, value]) => text.replace(`{${name}}`, encodeURIComponent(value)),
        path,
      )
      const query = new URLSearchParams(of('query')).toString()
      return {
        method,
        target: query === '' ? filled : `${filled}?${query}`,
        headers: [
          ...of('header'),
          ...credential,
          ...(body === undefined ? [] : [['content-type', type ?? 'application/json'] as [string, string]]),
        ],
        body,
      }
    })
}

/** Half of the requests of those who need a credential have a good one. */
function credentialsOf(described: Described, known: Known, name: string): [string, string][][] {
  const names = described.security.flatMap((one) => Object.keys(one))
  const bearer = (token: string): [string, string][] => [['authorization', `Bearer ${token}`]]
  if (names.includes('agentToken')) return [bearer(known.agentToken), bearer('A'.repeat(43)), []]
  if (names.includes('enterpriseKey'))
    return [bearer(known.enterpriseKey), bearer(`cairn_${'0'.repeat(64)}`), []]
  if (names.includes('session')) {
    const session = name === 'signOut' ? known.endable : known.session
    return [bearer(session), bearer(session), bearer('cairn_none'), []]
  }
  return [[]]
}

function knownOf(name: string, path: string, known: Known): string | undefined {
  if (name === 'upload_id') return known.uploadId
  if (path.includes('/bounties/')) return known.bountyId
  if (name === 'id' && path.includes('/observations/')) return known.observationId
  return name === 'hash' || name === 'sha256' ? known.observationId : undefined
}

const longitudes = fc.double({ min: -179, max: 179, noNaN: true })
const latitudes = fc.double({ min: -85, max: 85, noNaN: true })

/** What a schema cannot say: corners that close, boxes that are small enough, times in their order. */
const polygons = fc
  .tuple(longitudes, latitudes, fc.double({ min: 0.0001, max: 0.05, noNaN: true }))
  .map(([x, y, d]) => ({
    type: 'Polygon',
    coordinates: [
      [
        [x, y],
        [x + d, y],
        [x + d, y + d],
        [x, y + d],
        [x, y],
      ],
    ],
  }))
const areas = fc.oneof(
  fc.tuple(longitudes, latitudes).map((coordinates) => ({ type: 'Point', coordinates })),
  polygons,
)
const webhookUrls = fc.webUrl({ validSchemes: ['https'] })
const isAscii = (text: string) => /^[!-~]*$/.test(text)

/** One to three picture hashes of 32 bytes. */
const pictureHashes = fc
  .tuple(
    fc
      .integer({ min: 1, max: 3 })
      .chain((count) => fc.uint8Array({ minLength: 32 * count, maxLength: 32 * count })),
    fc.constantFrom('base64' as const, 'base64url' as const),
  )
  .map(([bytes, encoding]) => Buffer.from(bytes).toString(encoding))

/** A window may end in the future, and not begin there. */
const begunTimes = timestamps.filter((time) => Date.parse(time) < Date.now())

const bodiesOf: Record<string, fc.Arbitrary<unknown>> = {
  findMatches: fc.record({ alg: fc.constant('cairn.picture.1'), value: pictureHashes }),
  queryGroundTruth: fc.record(
    { aoi: polygons, max_age_seconds: fc.integer({ min: 1, max: 1e8 }) },
    { requiredKeys: ['aoi'] },
  ),
  queryObservations: fc
    .record(
      {
        aoi: areas,
        radius_m: fc.integer({ min: 1, max: 5_000 }),
        window: fc.tuple(begunTimes, timestamps),
        limit: fc.integer({ min: 1, max: 1_000 }),
      },
      { requiredKeys: ['aoi'] },
    )
    .map(({ window, ...rest }) => {
      const [from, to] = window?.sort() ?? []
      return { ...rest, ...(from ? { from, to } : {}) }
    }),
  declineSubmission: fc.record(
    {
      reason: fc.constantFrom(...declineReasons),
      text: fc.string({ unit: 'grapheme-ascii', maxLength: 40 }).map((text) => `Next time: ${text}`),
    },
    { requiredKeys: ['reason', 'text'] },
  ),
  retryModel: fc.record({ mode: fc.constantFrom('standard', 'relaxed', 'fine') }),
  shareModel: fc.record({ shared: fc.boolean() }),
  setNoticeFeed: fc.record({ enabled: fc.boolean() }),
  subscribePush: fc.record({
    endpoint: webhookUrls.filter(isAscii),
    keys: fc.constant({
      // A point of the curve.
      p256dh: 'BDrThhqVYhOSUWu1k-8FWD7S5YZvXLYmCjAXI3_Ym5Cv0JYcfjcHWmeRo5xh9WKVsCttJlZ7YV5gqkHuHI6DOI0',
      auth: 'pCCLmLFSzCBvZBXJNJgM_g',
    }),
  }),
  unsubscribePush: fc.record({ endpoint: webhookUrls.filter(isAscii) }),
  setNoticeWebhook: fc.oneof(
    fc.record({ url: fc.oneof(webhookUrls, fc.constant(null)) }),
    fc.record({ url: webhookUrls, rotate_secret: fc.constant(true) }),
  ),
  setWebhook: fc.oneof(
    fc.record({ url: fc.oneof(webhookUrls, fc.constant(null)) }),
    fc.record({ url: webhookUrls, rotate_secret: fc.constant(true) }, { requiredKeys: ['rotate_secret'] }),
  ),
  createSubmission: fc.record(
    {
      upload_id: fc.stringMatching(/^upl_[0-9a-f]{32}$/),
      note: fc.string({ unit: 'grapheme-ascii', maxLength: 40 }).map((text) => `A note: ${text}`),
      captured_at: timestamps,
      location: fc.record({ lat: latitudes, lon: longitudes }),
    },
    { requiredKeys: ['upload_id'] },
  ),
  signIn: fc
    .tuple(fc.stringMatching(/^[0-9a-zA-Z]{16}$/), fc.stringMatching(/^0x[0-9a-f]{128}1[bc]$/))
    .map(([nonce, signature]) => ({
      message: siwe(nonce),
      signature,
    })),
  // A second each: the chains live on, and so must what is signed for them.
  advanceClock: fc.constant({ advance_seconds: 1 }),
}
/** Values that only the service can create: a payment is tied to its quote, and a cursor to its list. */
const leftOut = new Set(['PAYMENT-SIGNATURE', 'cursor'])
const hashes = fc.stringMatching(/^[0-9a-f]{64}$/)

/** An EIP-4361 message that is right but for its nonce, which was never issued. */
function siwe(nonce: string): string {
  const address = '0x9858EfFD232B4033E47d90003D41EC34EcaEda94'
  return `cairn.test wants you to sign in with your Ethereum account:\n${address}\n\n\nURI: http://cairn.test\nVersion: 1\nChain ID: 8453\nNonce: ${nonce}\nIssued At: ${new Date().toISOString()}`
}
/** A proof in the right form, signed by nobody. */
const walletProofs = fc
  .date({ min: new Date('2020-01-01'), max: new Date('2100-01-01'), noInvalidDate: true })
  .map((at) => {
    const proof = { issuedAt: at.toISOString(), signature: `0x${'1b'.repeat(65)}` }
    return Buffer.from(JSON.stringify(proof)).toString('base64')
  })
const parametersOf: Record<string, fc.Arbitrary<unknown>> = {
  'Upload-Metadata': fc
    .tuple(
      fc.constantFrom('', 'video/mp4', 'video/quicktime'),
      fc.option(fc.uint8Array({ minLength: 32, maxLength: 32 })),
    )
    .map(([type, hash]) =>
      [
        ...(type === '' ? [] : [`filetype ${btoa(type)}`]),
        ...(hash === null ? [] : [`sha256 ${btoa(Buffer.from(hash).toString('hex'))}`]),
      ].join(','),
    ),
  value: pictureHashes,
  'SIGN-IN-WITH-X': walletProofs,
  limit: fc.integer({ min: 1, max: 100 }),
  min_amount_usdc: fc.integer({ min: 1, max: 5_000 }),
  ends_within_days: fc.integer({ min: 1, max: 30 }),
  sort: fc.constantFrom('newest', 'ending_soonest'),
  q: fc.oneof(
    hashes,
    hashes.map((hash) => `0x${hash}`),
  ),
  'Upload-Offset': fc.constantFrom(1, 1, 0),
  bbox: fc.tuple(longitudes, latitudes).map(([x, y]) => `${x},${y},${x + 0.5},${y + 0.5}`),
}
