import { randomBytes } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { type Address, bytesToHex, type Hex, keccak256, parseAbi, parseEther, stringToHex, toHex } from 'viem'
import { generatePrivateKey } from 'viem/accounts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { anchorVerifierAbi, anchorVerifierBytecode } from '#contracts/anchor-verifier'
import { capture } from '#db/schema/capture'
import { observation } from '#db/schema/observation'
import { chainTx } from '#db/schema/outbox'
import { event } from '#db/schema/service'
import { tree } from '#db/schema/tree'
import { openChain } from '#lib/adapters/chain/client'
import { anchorSchemaUid, isSchemaRegistered } from '#lib/adapters/chain/eas'
import { passSenderQueue } from '#lib/adapters/chain/outbox-queue'
import { createSigner } from '#lib/adapters/chain/signer'
import { realClock } from '#lib/adapters/clock'
import type { Context } from '#lib/adapters/context'
import { demoKey } from '#lib/adapters/demo-keys'
import { createLogger } from '#lib/adapters/log'
import { geohashToCell } from '#lib/domain/geo/geohash'
import { hashFields, leafSpec } from '#lib/domain/proof/leaf'
import { buildTree as buildMerkleTree, proofOf, rootOf } from '#lib/domain/proof/merkle'
import type { Anchorer } from '#lib/services/anchors/anchorer'
import { buildTree } from '#lib/services/anchors/build-tree'
import { ensureSchema } from '#lib/services/anchors/ensure-schema'
import { finishTrees } from '#lib/services/anchors/finish-trees'
import { leafOfCapture } from '#lib/services/anchors/leaf-of-capture'
import { reorg } from '#sandbox/chain-controls'
import { type LocalChains, startChains } from '#sandbox/chains'
import { openLocal } from '#sandbox/local-chain'
import { createTestDatabase, type TestDatabase } from '#testing/database'
import { until } from '#testing/until'

const depth = 2
const eas: Address = '0x4200000000000000000000000000000000000021'
const schemaRegistry: Address = '0x4200000000000000000000000000000000000020'
const easAbi = parseAbi([
  'struct Attestation { bytes32 uid; bytes32 schema; uint64 time; uint64 expirationTime; uint64 revocationTime; bytes32 refUID; address recipient; address attester; bool revocable; bytes data; }',
  'function getAttestation(bytes32 uid) view returns (Attestation)',
])

let database: TestDatabase
let chains: LocalChains<8453>
let local: ReturnType<typeof openLocal>
let ctx: Context
let anchorer: Anchorer

beforeEach(async () => {
  database = await createTestDatabase()
  chains = await startChains({ only: [8453] })
  const { rpcUrl } = chains.networks['eip155:8453']
  local = openLocal(rpcUrl)
  const chain = openChain({ chainId: 8453, rpcUrls: [rpcUrl], finality: depth })
  anchorer = { chain, signer: createSigner(demoKey('anchor')) }
  ctx = contextWith({ maxLeaves: 4, maxAgeSeconds: 3_600 })
})
afterEach(async () => {
  await chains.stop()
  await database.close()
})

function contextWith(anchor: { maxLeaves: number; maxAgeSeconds: number }): Context {
  const { db, sql } = database
  const storage = {} as Context['storage']
  const env = { anchor: { chainId: 8453, eas, schemaRegistry, ...anchor } } as Context['env']
  const log = createLogger({ level: 'silent', service: 'test' })
  return { db, sql, env, log, clock: realClock, chains: new Map([[8453, anchorer.chain]]), storage }
}

async function ingest(count: number): Promise<Uint8Array[]> {
  const rows = Array.from({ length: count }, (_, index) => ({
    sha256: new Uint8Array(randomBytes(32)),
    cell: geohashToCell('u33dbb')!,
    capturedAt: new Date(Date.UTC(2026, 4, 1, 12, 0, index % 60)),
    salt: new Uint8Array(randomBytes(32)),
  }))
  await ctx.db.insert(capture).values(rows)
  return rows.map((row) => row.sha256)
}

const run = () =>
  passSenderQueue({
    ctx,
    chain: anchorer.chain,
    signer: anchorer.signer,
    timing: { rebroadcastAfterMs: -1, bumpAfterMs: 3_600_000 },
  })
const mine = (blocks: number) => local.mine({ blocks })
const trees = () => ctx.db.select().from(tree).orderBy(tree.treeId)
const published = () => ctx.db.$count(observation)

async function registerSchema(): Promise<void> {
  for (let pass = 0; pass < 5 && !(await ensureSchema({ ctx, anchorer })); pass++) await run()
}

/** The attestation that EAS has now. */
const attestation = (uid: Hex) =>
  local.readContract({ address: eas, abi: easAbi, functionName: 'getAttestation', args: [uid] })

test('the schema is registered once, also by concurrent calls', async () => {
  await Promise.all([1, 2, 3].map(() => ensureSchema({ ctx, anchorer })))
  await registerSchema()
  expect(await isSchemaRegistered(anchorer.chain, schemaRegistry)).toBe(true)
  expect(await ensureSchema({ ctx, anchorer })).toBe(true)
  expect(await ctx.db.$count(chainTx)).toBe(1)
})

test('a tree is built once the count or the age is reached, with at most that count', async () => {
  await ingest(3)
  expect(await buildTree({ ctx, anchorer })).toBeUndefined()
  await ingest(2)
  expect(await buildTree({ ctx, anchorer })).toBe(1)
  expect((await trees())[0]!.leafCount).toBe(4)
  expect(await buildTree({ ctx, anchorer })).toBeUndefined()
  await ctx.db.execute(sql`update service_clock set offset_seconds = 3601`)
  expect(await buildTree({ ctx, anchorer })).toBe(2)
  expect((await trees())[1]!.leafCount).toBe(1)
})

test('concurrent workers put each capture into exactly one tree, numbered and chained without gaps', async () => {
  await ingest(40)
  for (let pass = 0; pass < 20; pass++)
    await Promise.all([1, 2, 3, 4].map(() => buildTree({ ctx, anchorer })))
  const rows = await trees()
  expect(rows.map((row) => row.treeId)).toEqual(Array.from({ length: 10 }, (_, index) => index + 1))
  rows.forEach((row, index) => {
    expect(bytesToHex(row.prevRoot)).toBe(
      index === 0 ? toHex(0, { size: 32 }) : bytesToHex(rows[index - 1]!.root),
    )
  })
  const captures = await ctx.db.select().from(capture)
  expect(captures.every((row) => row.treeId !== null)).toBe(true)
})

test('the order of the leaves does not follow the order of arrival', async () => {
  ctx = contextWith({ maxLeaves: 64, maxAgeSeconds: 3_600 })
  const arrived = (await ingest(64)).map((hash) => bytesToHex(hash))
  await buildTree({ ctx, anchorer })
  const rows = await ctx.db.select().from(capture).orderBy(capture.leafIndex)
  const placed = rows.map((row) => bytesToHex(row.sha256))
  expect(rows.map((row) => row.leafIndex)).toEqual(arrived.map((_, index) => index))
  expect([...placed].sort()).toEqual([...arrived].sort())
  const kept = placed.filter((hash, index) => hash === arrived[index]).length
  expect(kept).toBeLessThan(16)
  expect([arrived, arrived.toReversed(), [...arrived].sort()]).not.toContainEqual(placed)
})

test('a tree is published when final, with the attestation of EAS, and a contract can verify its proofs', async () => {
  await registerSchema()
  const hashes = await ingest(4)
  await buildTree({ ctx, anchorer })
  await run()
  await finishTrees({ ctx, anchorer })
  expect(await published()).toBe(0)
  expect((await trees())[0]).toMatchObject({ state: 'attesting', attestUid: null, attestTx: null })
  await mine(depth)
  await run()
  await finishTrees({ ctx, anchorer })
  await finishTrees({ ctx, anchorer })
  const [row] = await trees()
  expect(row!.state).toBe('final')
  const uid = bytesToHex(row!.attestUid!)
  const found = await attestation(uid)
  expect(found).toMatchObject({
    uid,
    schema: anchorSchemaUid,
    attester: anchorer.signer.address,
    revocable: false,
  })
  expect(Number(found.time)).toBe(row!.attestedAt!.getTime() / 1_000)
  expect(found.data.slice(2, 66)).toBe(bytesToHex(row!.root).slice(2))
  expect(found.data.slice(-64)).toBe(leafSpec.slice(2))
  const served = await ctx.db.select().from(observation)
  expect(served.map((item) => bytesToHex(item.sha256)).sort()).toEqual(
    hashes.map((hash) => bytesToHex(hash)).sort(),
  )
  const events = await ctx.db.select().from(event).where(eq(event.subject, 'tree')).orderBy(event.id)
  expect(events.map((item) => item.name)).toEqual(['built', 'final'])

  const verifier = await deployVerifier()
  const captures = await ctx.db.select().from(capture).orderBy(capture.leafIndex)
  const merkle = buildMerkleTree(captures.map(leafOfCapture))
  expect(rootOf(merkle)).toEqual(row!.root)
  for (const [index, item] of captures.entries()) {
    const proof = proofOf(merkle, index).map((hash) => bytesToHex(hash))
    const capturedAtMs = item.capturedAt.getTime()
    const [treeId] = await local.readContract({
      address: verifier,
      abi: anchorVerifierAbi,
      functionName: 'verifyCapture',
      args: [
        uid,
        bytesToHex(item.sha256),
        bytesToHex(item.salt),
        stringToHex('u33dbb'),
        BigInt(capturedAtMs),
        proof,
      ],
    })
    expect(treeId).toBe(1n)
    const fields = hashFields({ salt: item.salt, geohash: 'u33dbc', capturedAtMs })
    const wrongPlace = local.readContract({
      address: verifier,
      abi: anchorVerifierAbi,
      functionName: 'verifyFile',
      args: [uid, bytesToHex(item.sha256), bytesToHex(fields), proof],
    })
    await expect(wrongPlace).rejects.toThrow('NotInTree')
  }
})

async function deployVerifier(): Promise<Address> {
  const account = createSigner(keccak256('0x01'))
  await local.setBalance({ address: account.address, value: parseEther('1') })
  const hash = await local.deployContract({
    account: account as never,
    chain: null,
    abi: anchorVerifierAbi,
    bytecode: anchorVerifierBytecode,
    args: [eas, anchorSchemaUid, anchorer.signer.address],
  })
  return (await local.waitForTransactionReceipt({ hash })).contractAddress!
}

test('a reorganisation before finality changes the UID; only the final UID is stored', async () => {
  await registerSchema()
  await ingest(4)
  await buildTree({ ctx, anchorer })
  const mined = await until(
    async () => {
      await run()
      const [tx] = await ctx.db.select().from(chainTx).where(eq(chainTx.kind, 'attest'))
      return tx?.state === 'mined' && tx
    },
    { what: 'the attestation in a block' },
  )
  const before = await local.getTransactionReceipt({ hash: bytesToHex(mined.minedHash!) })
  const uidBefore = before.logs[0]!.data

  await reorg(chains.networks['eip155:8453'].rpcUrl, 1)
  await local.increaseTime({ seconds: 100 })
  await mine(1)
  await finishTrees({ ctx, anchorer })
  expect((await trees())[0]!.attestUid).toBeNull()
  for (let pass = 0; pass < 4; pass++) {
    await run()
    await finishTrees({ ctx, anchorer })
    await mine(1)
  }
  const [row] = await trees()
  expect(row!.state).toBe('final')
  const uid = bytesToHex(row!.attestUid!)
  expect(uid).not.toBe(uidBefore)
  expect((await attestation(uid)).uid).toBe(uid)
  expect((await attestation(uidBefore)).uid).not.toBe(uidBefore)
  expect(bytesToHex(row!.attestTx!)).toBe(before.transactionHash)
  expect(await published()).toBe(4)
})

test('an attestation without effect is requested again after a pause', async () => {
  await ingest(4)
  await buildTree({ ctx, anchorer })
  await run()
  expect((await ctx.db.select().from(chainTx)).map((row) => row.state)).toEqual(['rejected'])
  await finishTrees({ ctx, anchorer })
  expect(await ctx.db.$count(chainTx)).toBe(1)
  await registerSchema()
  await ctx.db.execute(sql`update service_clock set offset_seconds = 61`)
  await Promise.all([1, 2].map(() => finishTrees({ ctx, anchorer })))
  for (let pass = 0; pass < 4; pass++) {
    await run()
    await mine(1)
  }
  await finishTrees({ ctx, anchorer })
  expect((await trees())[0]!.state).toBe('final')
  const attests = await ctx.db.select().from(chainTx).where(eq(chainTx.kind, 'attest')).orderBy(chainTx.id)
  expect(attests.map((row) => row.state)).toEqual(['rejected', 'final'])
})

test('an attestation that is requested again after a change of key is made and found with the new key', async () => {
  await ingest(4)
  await buildTree({ ctx, anchorer })
  await run()
  const before = anchorer.signer.address.toLowerCase()
  anchorer = { ...anchorer, signer: createSigner(generatePrivateKey()) }
  await local.setBalance({ address: anchorer.signer.address, value: parseEther('1') })
  await registerSchema()
  await ctx.db.execute(sql`update service_clock set offset_seconds = 61`)
  for (let pass = 0; pass < 4; pass++) {
    await finishTrees({ ctx, anchorer })
    await run()
    await mine(1)
  }
  await finishTrees({ ctx, anchorer })
  const [row] = await trees()
  expect(row).toMatchObject({ state: 'final', attester: anchorer.signer.address.toLowerCase() })
  expect((await attestation(bytesToHex(row!.attestUid!))).attester).toBe(anchorer.signer.address)
  expect(row!.attester).not.toBe(before)
})
