import { operations } from '#lib/operations/catalog'
import type { AnyOperation } from '#lib/operations/define-operation'
import type { Cast, Role } from '#testing/roles/cast'

/**
 * The callers that an operation accepts.
 * everyone: credentials are ignored. buyers: 402 with a price, with any credential. poster: the token of that bounty.
 * members: any signed-in wallet. owner: the signed-in wallet it belongs to; 404 for other signed-in wallets.
 * link: a signed link, which no role has. key: a valid API key. scheduler: the secret of the scheduled routes.
 * nothing: 404 for each role.
 */
type Access =
  | 'everyone'
  | 'buyers'
  | 'poster'
  | 'members'
  | 'owner'
  | 'link'
  | 'key'
  | 'scheduler'
  | 'nothing'

export type Row = {
  method: string
  access: Access
  /** The status for roles that have access; 200 by default. */
  ok?: number
  /** Where the path has parameters, or a query. */
  at?: (cast: Cast) => string
  headers?: Record<string, string>
  body?: (cast: Cast) => unknown
}

const members: readonly Role[] = ['contributor', 'other contributor', 'operator']

/** The status for each role and kind of access, written from what the interface promises. */
export function expectedStatus({ access, ok = 200 }: Pick<Row, 'access' | 'ok'>, role: Role): number {
  switch (access) {
    case 'everyone':
      return ok
    case 'buyers':
      return 402
    case 'nothing':
      return 404
    case 'link':
      return 401
    case 'members':
      return members.includes(role) ? ok : 401
    case 'owner':
      if (role === 'contributor') return ok
      return members.includes(role) ? 404 : 401
    default:
      return role === access ? ok : 401
  }
}

/**
 * The callers that each free operation accepts. It repeats the descriptions on purpose, so that a credential that is missing
 * there fails the test. Paid operations are for buyers, and those of the console for operators.
 */
export const promisedAccess: Readonly<Partial<Record<Access, readonly string[]>>> = {
  everyone: [
    ...['listCoverage', 'verifyProvenance'],
    ...[
      'getProof',
      'lookUpProofs',
      'listTrees',
      'getTree',
      'countWithdrawn',
      'search',
      'getSolvency',
      'findMatches',
      'findMatchesByAddress',
    ],
    ...['issueNonce', 'signIn', 'listBoard', 'getBoardBounty', 'findPlaces', 'namePlaces'],
    // Needs no other credential than the signed message.
    ...['getTokenChallenge', 'recoverToken'],
    ...['checkHealth', 'checkReadiness', 'createReport', 'advanceClock', 'fundWallet'],
  ],
  poster: [
    'getBounty',
    'getReview',
    'acceptSubmission',
    'declineSubmission',
    'cancelBounty',
    'retryModel',
    'shareModel',
    'getWebhook',
    'setWebhook',
  ],
  members: [
    ...['getSession', 'signOut', 'listUploads', 'createSubmission', 'listSubmissions', 'getEarnings'],
    ...['listNotices', 'setNoticeFeed', 'getNoticeWebhook', 'setNoticeWebhook'],
    ...['subscribePush', 'unsubscribePush'],
  ],
  owner: ['getSubmission'],
  key: ['getEnterpriseStatus', 'queryGroundTruth', 'streamObservations'],
}

/** The callers that an operation accepts, by its description. */
export function accessOf(operation: AnyOperation): Access {
  if ('payment' in operation && operation.payment) return 'buyers'
  const credential = 'credential' in operation ? operation.credential : undefined
  if (credential === 'agent_token') return 'poster'
  if (credential === 'enterprise_key') return 'key'
  if (credential === 'session') return ('access' in operation && operation.access) || 'members'
  return 'everyone'
}

const get = (access: Access, more: Omit<Row, 'method' | 'access'> = {}): Row => ({
  method: 'GET',
  access,
  ...more,
})
const page = [get('everyone')]
const scheduled: readonly Row[] = [get('scheduler'), { method: 'POST', access: 'scheduler' }]
const uploadOf = ({ uploadId }: Cast) => `/api/board/uploads/${uploadId}`
const tus = { 'tus-resumable': '1.0.0' }

/** Routes that serve no operation of the catalog, by folder. `/api/operator/*` has one rule instead of rows. */
const otherRows: Readonly<Record<string, readonly Row[]>> = {
  '/.well-known/api-catalog': page,
  '/.well-known/did.json': page,
  '/.well-known/security.txt': page,
  '/.well-known/x402': page,
  '/docs-markdown/[[...path]]': [get('everyone', { at: () => '/docs-markdown' })],
  '/docs/search.json': page,
  '/llms-full.txt': page,
  '/llms.txt': page,
  '/openapi.json': page,
  '/robots.txt': page,
  '/sitemap.xml': page,
  '/board/feed.xml': page,
  // The token in the address is the credential, and this one is nobody's.
  '/board/notices/[file]': [get('nothing', { at: () => `/board/notices/${'a'.repeat(43)}.xml` })],
  // No tree has this attestation.
  '/attestation/view/[uid]': [
    get('everyone', { at: () => `/attestation/view/0x${'a'.repeat(64)}`, ok: 404 }),
  ],
  '/badge/[file]': [get('everyone', { at: ({ observationId }) => `/badge/${observationId}.svg` })],
  '/card/[file]': [get('everyone', { at: ({ observationId }) => `/card/${observationId}.png` })],
  '/embed/[sha256]': [get('everyone', { at: ({ observationId }) => `/embed/${observationId}` })],
  '/tiles/[z]/[x]/[y]': [get('everyone', { at: () => '/tiles/0/0/0' })],
  '/tiles/cell/[geohash]/[file]': [get('everyone', { at: () => '/tiles/cell/u33db2/light.svg' })],
  '/tiles/streets.json': page,
  // There is no street archive.
  '/tiles/streets/[z]/[x]/[y]': [get('everyone', { at: () => '/tiles/streets/0/0/0', ok: 404 })],
  '/api/[[...path]]': [get('nothing', { at: () => '/api/nothing' })],
  '/api/board/uploads/[[...path]]': [
    {
      method: 'POST',
      access: 'members',
      headers: { ...tus, 'upload-length': '1000' },
      ok: 201,
      at: () => '/api/board/uploads',
    },
    get('members', { at: () => '/api/board/uploads' }),
    { method: 'HEAD', access: 'owner', headers: tus, at: uploadOf },
    {
      method: 'PATCH',
      access: 'owner',
      headers: { ...tus, 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' },
      at: uploadOf,
      ok: 204,
    },
    { method: 'DELETE', access: 'owner', headers: tus, at: uploadOf, ok: 204 },
  ],
  '/api/files/[...path]': [get('link', { at: () => '/api/files/some/file.mp4' })],
  '/enterprise/[...path]': [get('nothing', { at: () => '/enterprise/nothing' })],
  '/api/cron/expire-bounties': scheduled,
  '/api/cron/reconcile': scheduled,
  '/mcp': [
    {
      method: 'POST',
      access: 'everyone',
      headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
      body: () => ({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
    },
  ],
}

/**
 * What differs from the example of an operation. These operations come after all others, in this order: the last ones end the
 * bounty and the sessions that the others need.
 */
const special: Readonly<Record<string, Omit<Row, 'method' | 'access'>>> = {
  // No such tree.
  getTree: { ok: 404 },
  setWebhook: { body: () => ({ url: null }) },
  setNoticeWebhook: { body: () => ({ url: null }) },
  // No film is accepted yet.
  retryModel: { ok: 404 },
  // There is no model yet.
  shareModel: { body: () => ({ shared: false }) },
  // Needs no other credential than the signed message.
  signIn: { body: () => ({ message: 'hello', signature: '0x' }), ok: 400 },
  recoverToken: { ok: 400 },
  // Nobody has such an upload. Signed-in wallets are told so as a fault of the body.
  createSubmission: { ok: 400 },
  streamObservations: { headers: { accept: 'text/event-stream' } },
  // Invalid bodies. In production these paths answer 404.
  advanceClock: { body: () => ({ advance_seconds: 'much' }), ok: 400 },
  fundWallet: { body: () => ({ address: 'me' }), ok: 400 },
  acceptSubmission: { body: ({ submissionId }) => ({ submission_id: submissionId }), ok: 202 },
  // By now it is being accepted.
  cancelBounty: { ok: 409 },
  createReport: { ok: 202 },
  subscribePush: { ok: 204 },
  unsubscribePush: { ok: 204 },
  signOut: { ok: 204 },
}

/** A request for an operation, from its description and its example. */
function rowOf(operation: AnyOperation): Row {
  const { name, method, path, example = {} } = operation
  const query = new URLSearchParams(example.query).toString()
  return {
    method,
    access: accessOf(operation),
    at: (cast) => {
      const known: Record<string, string> = {
        id: path.includes('/bounties/') ? cast.bountyId : cast.observationId,
        bounty_id: cast.bountyId,
        submission_id: cast.submissionId,
        hash: cast.observationId,
        sha256: cast.observationId,
      }
      const filled = path.replaceAll(
        /\{(\w+)\}/g,
        (_, param: string) => known[param] ?? example.params![param]!,
      )
      return query === '' ? filled : `${filled}?${query}`
    },
    ...(example.body === undefined ? {} : { body: () => example.body }),
    ...special[name],
  }
}

/** The folder in `app` of a path. */
export function folderOf(path: string): string {
  return path.replaceAll('{', '[').replaceAll('}', ']')
}

const late = Object.keys(special)
const byFolder = Map.groupBy(
  [...operations].sort((a, b) => late.indexOf(a.name) - late.indexOf(b.name)),
  ({ path }) => folderOf(path),
)

/** Every route by its folder, with every method it takes. */
export const rows: Readonly<Record<string, readonly Row[]>> = {
  ...otherRows,
  ...Object.fromEntries([...byFolder].map(([folder, those]) => [folder, those.map(rowOf)])),
}
