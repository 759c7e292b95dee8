import type { Cast, Role } from '#lib/sandbox/testing/roles/cast'

/**
 * Whom a request is for.
 * everyone: no credential matters. buyers: a price is named, whatever was brought. poster: the token of that bounty alone.
 * members: whoever is signed in. owner: of those who are signed in, whoever it belongs to; it is not there for the others.
 * link: a signed one, which none of these is. key: an API key that is good. scheduler: the secret of the scheduled routes. nothing: there is nothing.
 */
export type Access =
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
  /** Of the answer to those it is for; 200 unless told. */
  ok?: number
  /** Where the path has parameters, or a query. */
  at?: (cast: Cast) => string
  headers?: Record<string, string>
  body?: (cast: Cast) => unknown
}

const members: readonly Role[] = ['contributor', 'other contributor', 'operator']

/** What each role gets of each kind. Nothing else decides; it was written from what the interface promises. */
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

const get = (access: Access, more: Omit<Row, 'method' | 'access'> = {}): Row => ({
  method: 'GET',
  access,
  ...more,
})
const post = (access: Access, more: Omit<Row, 'method' | 'access'> = {}): Row => ({
  method: 'POST',
  access,
  ...more,
})
const page = [get('everyone')]
const json = { 'content-type': 'application/json' }
const polygon = 'POLYGON((2.291 48.857, 2.296 48.857, 2.296 48.859, 2.291 48.859, 2.291 48.857))'
const uploadOf = ({ uploadId }: Cast) => `/api/board/uploads/${uploadId}`
const tus = { 'tus-resumable': '1.0.0' }

/**
 * Every route by its folder, with every method it takes. `/api/operator/*` has one rule instead of rows. What changes or ends something for
 * whoever may do it stands behind what only looks.
 */
export const rows: Readonly<Record<string, readonly Row[]>> = {
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
  '/badge/[file]': [get('everyone', { at: ({ observationId }) => `/badge/${observationId}.svg` })],
  '/embed/[sha256]': [get('everyone', { at: ({ observationId }) => `/embed/${observationId}` })],
  '/tiles/[z]/[x]/[y]': [get('everyone', { at: () => '/tiles/0/0/0' })],

  '/api/[[...path]]': [get('nothing', { at: () => '/api/nothing' })],
  '/api/health': page,
  '/api/ready': page,
  '/api/solvency': page,
  '/api/coverage': page,
  '/api/places': [get('everyone', { at: () => '/api/places?q=paris' })],
  '/api/proofs': [post('everyone', { body: ({ observationId }) => ({ sha256: [observationId] }) })],
  '/api/proofs/[sha256]': [get('everyone', { at: () => `/api/proofs/${'ab'.repeat(32)}` })],
  '/api/search': [get('everyone', { at: ({ observationId }) => `/api/search?q=${observationId}` })],
  '/api/trees': page,
  '/api/withdrawals': page,
  '/api/trees/[tree_id]': [get('everyone', { at: () => '/api/trees/999', ok: 404 })],

  '/api/v1/spatial/query': [
    post('buyers', { body: () => ({ aoi: { type: 'Point', coordinates: [2.2945, 48.8584] } }) }),
  ],
  '/api/v1/observations/[id]': [
    get('buyers', { at: ({ observationId }) => `/api/v1/observations/${observationId}` }),
  ],
  '/api/v1/provenance/[hash]': [
    get('everyone', { at: ({ observationId }) => `/api/v1/provenance/${observationId}` }),
  ],
  '/api/v1/bounties': [
    post('buyers', {
      body: () => ({
        title: 'The fountain on the square',
        brief: 'Walk once around the fountain, slowly, by day.',
        amount_usdc: 50,
      }),
    }),
  ],
  '/api/v1/bounties/[id]': [get('poster', { at: ({ bountyId }) => `/api/v1/bounties/${bountyId}` })],
  '/api/review/bounties/[id]': [get('poster', { at: ({ bountyId }) => `/api/review/bounties/${bountyId}` })],
  '/api/v1/bounties/[id]/webhook': [
    get('poster', { at: ({ bountyId }) => `/api/v1/bounties/${bountyId}/webhook` }),
    post('poster', {
      at: ({ bountyId }) => `/api/v1/bounties/${bountyId}/webhook`,
      body: () => ({ url: null }),
    }),
  ],

  '/api/auth/nonce': page,
  '/api/auth/session': [get('members')],
  // What is said here is the credential.
  '/api/auth/verify': [post('everyone', { body: () => ({ message: 'hello', signature: '0x' }), ok: 400 })],
  '/api/board/bounties': page,
  '/api/board/bounties/[bounty_id]': [
    get('everyone', { at: ({ bountyId }) => `/api/board/bounties/${bountyId}` }),
  ],
  '/api/board/earnings': [get('members')],
  '/api/board/submissions': [get('members')],
  '/api/board/submissions/[submission_id]': [
    get('owner', { at: ({ submissionId }) => `/api/board/submissions/${submissionId}` }),
  ],
  '/api/board/bounties/[bounty_id]/submissions': [
    // Nobody has such an upload: that is told to who may hand one in, as a fault of the body.
    post('members', {
      at: ({ bountyId }) => `/api/board/bounties/${bountyId}/submissions`,
      body: () => ({ upload_id: `upl_${'0'.repeat(32)}` }),
      ok: 400,
    }),
  ],
  '/api/board/uploads/[[...path]]': [
    post('members', {
      headers: { ...tus, 'upload-length': '1000' },
      ok: 201,
      at: () => '/api/board/uploads',
    }),
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
  '/enterprise/v1/status': [get('key')],
  '/enterprise/v1/spatial/query': [
    post('key', {
      body: () => ({
        aoi: {
          type: 'Polygon',
          coordinates: [
            [
              [2.291, 48.857],
              [2.296, 48.857],
              [2.296, 48.859],
              [2.291, 48.857],
            ],
          ],
        },
        max_age_seconds: 3_600,
      }),
    }),
  ],
  '/enterprise/v1/spatial/stream': [
    get('key', {
      at: () => `/enterprise/v1/spatial/stream?geometry=${encodeURIComponent(polygon)}`,
      headers: { accept: 'text/event-stream' },
    }),
  ],

  '/api/cron/expire-bounties': [get('scheduler'), post('scheduler')],
  '/api/cron/reconcile': [get('scheduler'), post('scheduler')],
  // Shapes nobody can mean: in production neither is there.
  '/api/sandbox/clock': [post('everyone', { body: () => ({ advance_seconds: 'much' }), ok: 400 })],
  '/api/sandbox/faucet': [post('everyone', { body: () => ({ address: 'me' }), ok: 400 })],
  '/mcp': [
    post('everyone', {
      headers: { ...json, accept: 'application/json, text/event-stream' },
      body: () => ({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
    }),
  ],

  '/api/v1/bounties/[id]/accept': [
    post('poster', {
      at: ({ bountyId }) => `/api/v1/bounties/${bountyId}/accept`,
      body: ({ submissionId }) => ({ submission_id: submissionId }),
      ok: 202,
    }),
  ],
  // It is being accepted by now: who may cancel it is told so.
  '/api/v1/bounties/[id]/cancel': [
    post('poster', { at: ({ bountyId }) => `/api/v1/bounties/${bountyId}/cancel`, ok: 409 }),
  ],
  '/api/auth/sign-out': [post('members', { ok: 204 })],
}
