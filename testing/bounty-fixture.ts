import { randomBytes } from 'node:crypto'
import { and, asc, eq, inArray } from 'drizzle-orm'
import { type Address, bytesToHex, type Hex, hexToBytes, parseEther } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { bounty, bountyOrder } from '#db/schema/bounty'
import { chainTx } from '#db/schema/outbox'
import { payment } from '#db/schema/payment'
import { runSenderQueue } from '#lib/adapters/chain/outbox'
import type { Signer } from '#lib/adapters/chain/signer'
import { encodeTransferOnce } from '#lib/adapters/chain/usdc'
import { type Context, type OpenContext, openContext } from '#lib/adapters/context'
import { type NetworkConfig, parseEnv } from '#lib/adapters/env'
import { acceptSubmission } from '#lib/services/bounties/accept-submission'
import { advanceBounties } from '#lib/services/bounties/advance-bounties'
import { cancelBounty } from '#lib/services/bounties/cancel-bounty'
import { createSigners, type Signers } from '#lib/services/bounties/signers'
import type { BountyRow } from '#lib/services/bounties/transition'
import { advanceClock } from '#lib/services/clock/advance-clock'
import { settleOrder } from '#lib/services/payments/settle-order'
import { mine } from '#sandbox/chain-controls'
import { startChains } from '#sandbox/chains'
import { fundUsdc, openLocal } from '#sandbox/local-chain'
import { backUp } from '#testing/backup'
import type { TestDatabase } from '#testing/database'
import { settingsFor, usdcBalance } from '#testing/paid-service'
import { createPlainSubmission } from '#testing/plain-submission'

const atomicPerUsdc = 1_000_000n
const maxPasses = 60
/** Quiet rounds for transactions that are not finished. */
const patience = 6
/** Dropped transactions come back at the next pass. */
const timing = { rebroadcastAfterMs: -1, bumpAfterMs: 3_600_000 }

export type NetworkId = `eip155:${number}`
export type Paid = {
  row: BountyRow
  payer: Signer
  network: NetworkConfig
  amountAtomic: bigint
  /** Call data that moved the money to the treasury. */
  transfer: Hex
}
export type BountyFixture = Awaited<ReturnType<typeof startBountyFixture>>

/**
 * Real chains, a database and the worker's keys, without a worker: a test says when what is done. Money is paid by wallets
 * of its own with real authorizations, so that the journal and the chains agree.
 *
 * @param options.settings added to the usual ones, such as `FINALITY_8453`
 * @param options.database a migrated one; a fresh one of the run's PostgreSQL unless given
 */
export async function startBountyFixture(
  options: { settings?: Record<string, string>; database?: Pick<TestDatabase, 'url' | 'close'> } = {},
) {
  const database = options.database ?? (await createOwnDatabase())
  const chains = await startChains()
  let settings: Record<string, string> = {
    ...settingsFor({ chains, databaseUrl: database.url, baseUrl: 'http://cairn.test' }),
    ...options.settings,
  }
  let ctx = await openContext(parseEnv(settings), { service: 'test' })
  const { treasury } = ctx.env
  let signers = createSigners(ctx)!
  const networkOf = (id: NetworkId) => ctx.env.networks.find((network) => network.id === id)!
  const rpcUrlOf = (network: NetworkConfig) => network.rpcUrls[0]!
  const opened: OpenContext[] = []
  const depth = Math.max(...ctx.env.networks.map(({ finality }) => Number(finality)))

  const fixture = {
    get ctx(): OpenContext {
      return ctx
    },
    get signers(): Signers {
      return signers
    },
    chains,
    get settings(): Record<string, string> {
      return settings
    },
    networks: ctx.env.networks,
    networkOf,
    rpcUrlOf,

    /** A bounty whose money is in the treasury: state `paid`. A payer is made and funded unless given. */
    payBounty: async (
      wanted: { network?: NetworkId; amountUsdc?: number; deadlineDays?: number; payer?: Signer } = {},
    ): Promise<Paid> => {
      const network = networkOf(wanted.network ?? 'eip155:8453')
      const { amountUsdc = 50, deadlineDays = 7 } = wanted
      const payer = wanted.payer ?? privateKeyToAccount(generatePrivateKey())
      const amountAtomic = BigInt(amountUsdc) * atomicPerUsdc
      const rpcUrl = rpcUrlOf(network)
      await fundUsdc(rpcUrl, network.usdc.address, payer.address, amountAtomic)
      const nonce = bytesToHex(randomBytes(32))
      const data = await encodeTransferOnce({
        chain: network,
        usdc: network.usdc,
        signer: payer,
        to: treasury,
        amountAtomic,
        nonce,
      })
      // As in the service, no money moves before its order is stored.
      const id = await keepOrdered(ctx, { network, payer, amountAtomic, nonce, amountUsdc, deadlineDays })
      const transaction = await sendFrom(rpcUrl, payer.address, network.usdc.address, data)
      await settleOrder({ ctx, input: { id, transaction } })
      const [row] = await ctx.db.select().from(bounty).where(eq(bounty.paymentId, id))
      return { row: row!, payer, network, amountAtomic, transfer: data }
    },

    /** Submits a film by `contributor` (a new wallet by default) and accepts it. Returns the wallet. */
    accept: async ({ row: { bountyId } }: Paid, contributor = newAddress()): Promise<Address> => {
      const { submissionId } = await createPlainSubmission({ ctx, input: { bountyId, contributor } })
      await acceptSubmission({ ctx, input: { bountyId, submissionId } })
      return contributor
    },
    cancel: async ({ row: { bountyId } }: Paid): Promise<void> => {
      await cancelBounty({ ctx, input: { bountyId } })
    },
    newAddress,

    rowOf: async (bountyId: string): Promise<BountyRow> => {
      const [row] = await ctx.db.select().from(bounty).where(eq(bounty.bountyId, bountyId))
      return row!
    },
    /** All transactions asked for, oldest first. */
    chainTxs: () => ctx.db.select().from(chainTx).orderBy(asc(chainTx.id)),

    /** Another process of the same service: it remembers nothing of what the first one saw. */
    newProcess: async (): Promise<Context> => {
      const other = await openContext(parseEnv(settings), { service: 'test', maxConnections: 6 })
      opened.push(other)
      return other
    },
    /** Restarts the service with these settings added; `undefined` takes one out. */
    restart: async (changes: Record<string, string | undefined>): Promise<void> => {
      const changed = { ...settings, ...changes }
      settings = Object.fromEntries(
        Object.entries(changed).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
      )
      opened.push(ctx)
      ctx = await openContext(parseEnv(settings), { service: 'test' })
      signers = createSigners(ctx)!
    },
    /** Saves the database. The returned function restores it. */
    backUp: () => backUp(ctx.sql),

    /** What a worker does about bounties in one round; given another context or signers, what another worker does. */
    pass: async (of: { ctx?: Context; signers?: Signers } = {}): Promise<void> => {
      const own = { ctx: of.ctx ?? ctx, signers: of.signers ?? signers }
      await advanceBounties(own)
      // Posts wait for their allowance, which is asked for first.
      const approving = and(eq(chainTx.kind, 'approve_escrow'), eq(chainTx.state, 'queued'))
      if ((await own.ctx.db.$count(chainTx, approving)) > 0) {
        await fixture.runSenderQueues(own)
        await advanceBounties(own)
      }
      await fixture.runSenderQueues(own)
      await advanceBounties(own)
    },
    runSenderQueues: async (of: { ctx?: Context; signers?: Signers } = {}): Promise<void> => {
      const own = { ctx: of.ctx ?? ctx, signers: of.signers ?? signers }
      for (const chain of own.ctx.chains.values())
        for (const signer of [own.signers.treasury, own.signers.operator])
          await runSenderQueue({ ctx: own.ctx, chain, signer, timing })
    },

    /**
     * Repeats passes until nothing changes any more. Where blocks take time to become final, each pass mines one. A chain on a busy
     * machine may take some rounds to include a transaction.
     */
    run: async (of: { ctx?: Context } = {}): Promise<void> => {
      let before = ''
      for (let pass = 0, quiet = 0; ; pass++) {
        if (quiet > depth + patience || (quiet > depth && !(await fixture.hasUnfinished()))) return
        if (pass > maxPasses) throw new Error('the bounties are not quiet')
        await fixture.pass(of)
        if (depth > 0) await fixture.mine(1)
        const now = await snapshot(ctx)
        quiet = now === before ? quiet + 1 : 0
        before = now
      }
    },
    /** Like `run`, several times. The clock moves between two rounds, so that backoffs end. */
    runPatiently: async (rounds = 4, seconds = 600, of: { ctx?: Context } = {}): Promise<void> => {
      for (let round = 0; round < rounds; round++) {
        await fixture.run(of)
        await fixture.advanceClock(seconds)
      }
      await fixture.run(of)
    },

    /** True while a transaction waits to be sent, included or final. */
    hasUnfinished: async (): Promise<boolean> =>
      (await ctx.db.$count(chainTx, inArray(chainTx.state, ['queued', 'sent', 'mined']))) > 0,

    mine: async (blocks: number): Promise<void> => {
      for (const network of ctx.env.networks) await mine(rpcUrlOf(network), blocks)
    },
    /** Advances the clock of the service and of every chain. */
    advanceClock: (seconds: number) => advanceClock({ ctx, input: { advanceSeconds: seconds } }),
    balanceOf: (network: NetworkConfig, owner: Address): Promise<bigint> =>
      usdcBalance({ rpcUrl: rpcUrlOf(network), usdc: network.usdc.address }, owner),
    /** Sends as anybody at all, and answers the transaction; throws when it reverts. */
    sendFrom: (network: NetworkConfig, from: Address, to: Address, data: Hex): Promise<Hex> =>
      sendFrom(rpcUrlOf(network), from, to, data),

    close: async (): Promise<void> => {
      await Promise.all([ctx, ...opened].map((each) => each.close()))
      await Promise.all([database.close(), chains.stop()])
    },
  }
  return fixture
}

/** Loaded here, because it needs vitest, which programs with a database of their own do not have. */
async function createOwnDatabase(): Promise<TestDatabase> {
  const { createTestDatabase } = await import('#testing/database')
  return createTestDatabase()
}

function newAddress(): Address {
  return bytesToHex(randomBytes(20))
}

async function keepOrdered(
  ctx: Context,
  wanted: {
    network: NetworkConfig
    payer: Signer
    amountAtomic: bigint
    nonce: Hex
    amountUsdc: number
    deadlineDays: number
  },
): Promise<number> {
  const { network, payer, amountAtomic, nonce, amountUsdc, deadlineDays } = wanted
  return ctx.db.transaction(async (tx) => {
    const [row] = await tx
      .insert(payment)
      .values({
        network: network.id,
        asset: network.usdc.address.toLowerCase(),
        payer: payer.address.toLowerCase(),
        nonce,
        payTo: ctx.env.treasury.toLowerCase(),
        amountAtomic,
        validBefore: 2n ** 256n - 1n,
        operation: 'createBounty',
        requestHash: hexToBytes(nonce),
        payloadHash: hexToBytes(nonce),
        state: 'settling',
        claimedUntil: new Date(Date.now() + 60_000),
      })
      .returning({ id: payment.id })
    const paymentId = row!.id
    await tx.insert(bountyOrder).values({
      paymentId,
      amountUsdc,
      deadlineDays,
      title: 'The north gate at noon',
      brief: 'Walk around the north gate once, slowly, at noon.',
    })
    return paymentId
  })
}

async function sendFrom(rpcUrl: string, from: Address, to: Address, data: Hex): Promise<Hex> {
  const client = openLocal(rpcUrl)
  await client.setBalance({ address: from, value: parseEther('1') })
  await client.impersonateAccount({ address: from })
  const hash = await client.sendTransaction({ account: from, chain: null, to, data })
  const receipt = await client.waitForTransactionReceipt({ hash })
  if (receipt.status !== 'success') throw new Error(`transaction ${hash} reverted`)
  return hash
}

async function snapshot({ sql }: Context): Promise<string> {
  const rows = await sql`
    select bounty_id as id, state, onchain_id as number, post_is_final as final, post_tries + exit_tries + payback_tries as tries
    from bounty
    union all select id::text, state, mined_block, false, 0 from chain_tx
    order by id, state`
  return JSON.stringify(rows)
}
