import { afterAll, beforeAll, expect, test } from 'vitest'
import { attestationRoute } from '#lib/http/documents/attestation-route'
import { describeObservation } from '#lib/services/observations/describe'
import { openUnpaidService, origin, type UnpaidService } from '#testing/unpaid-service'

let service: UnpaidService
let uid: string
beforeAll(async () => {
  service = await openUnpaidService()
  const [tree] = await service.ctx.sql`select attest_uid from tree where tree_id = 1`
  uid = `0x${Buffer.from(tree!.attest_uid).toString('hex')}`
})
afterAll(() => service?.close())

const open = (address: string, method: 'GET' | 'HEAD' | 'POST' = 'GET') =>
  attestationRoute(async () => service.ctx)[method](new Request(address, { method }))

test('the eas_url of a sandbox leads to the tree', async () => {
  const env = { ...service.ctx.env, anchor: { ...service.ctx.env.anchor, easExplorerUrl: origin } }
  const bytes = new Uint8Array(32)
  const row = { sha256: bytes, cell: 1, recency: 0, leafHash: bytes } as never
  const tree = { treeId: 1, root: bytes, attestUid: Buffer.from(uid.slice(2), 'hex'), attestTx: bytes }
  const { eas_url } = describeObservation(env, row, tree).anchor
  for (const method of ['GET', 'HEAD'] as const) {
    const answer = await open(eas_url, method)
    expect(answer.status).toBe(302)
    expect(answer.headers.get('location')).toBe(`${origin}/trees/1`)
    expect(answer.headers.get('access-control-allow-origin')).toBe('*')
  }
  expect((await open(eas_url.toUpperCase().replace(/^.*0X/, `${origin}/attestation/view/0x`))).status).toBe(
    302,
  )
})

test('what is no attestation of a tree here is not found, in the format of errors', async () => {
  const [root] = await service.ctx.sql`select root from tree where tree_id = 1`
  const rootText = `0x${Buffer.from(root!.root).toString('hex')}`
  for (const unknown of [`0x${'0'.repeat(64)}`, rootText, '1', `${uid}0`, '%F0%9F', '']) {
    const answer = await open(`${origin}/attestation/view/${unknown}`)
    expect(answer.status, unknown).toBe(404)
    expect(await answer.json()).toMatchObject({ error: 'not_found', request_id: expect.any(String) })
  }
  expect((await open(`${origin}/attestation/view/${uid}`, 'POST')).status).toBe(405)
})

test('an attestation that cannot be looked up is not called unknown', async () => {
  await service.ctx.sql`alter table tree rename to tree_elsewhere`
  try {
    const answer = await open(`${origin}/attestation/view/${uid}`)
    expect(answer.status).toBeGreaterThanOrEqual(500)
  } finally {
    await service.ctx.sql`alter table tree_elsewhere rename to tree`
  }
})
