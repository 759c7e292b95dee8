import { randomBytes } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { type Address, bytesToHex, type Hex, parseEther } from 'viem'
import { chainAccount, chainAttempt, chainTx } from '#db/schema/outbox'
import { type Chain, openChain } from '#lib/adapters/chain/client'
import { currentFees } from '#lib/adapters/chain/fees'
import {
  type ChainTxIntent,
  enqueue,
  runSenderQueue,
  type SignedTx,
  signNow,
} from '#lib/adapters/chain/outbox'
import { createSigner, type Signer } from '#lib/adapters/chain/signer'
import type { Context } from '#lib/adapters/context'
import { createLogger } from '#lib/adapters/log'
import { type Anvil, startAnvil } from '#testing/anvil'
import type { TestDatabase } from '#testing/database'

export const chainId = 8453
/** Sends again and raises fees at every pass. */
export const eager = { rebroadcastAfterMs: -1, bumpAfterMs: -1 }
export const resending = { rebroadcastAfterMs: -1, bumpAfterMs: 3_600_000 }
export const patient = { rebroadcastAfterMs: 3_600_000, bumpAfterMs: 3_600_000 }

export type OutboxFixture = Awaited<ReturnType<typeof startOutboxFixture>>

/** A fresh chain and a funded key, a new one unless given. Each transaction of `payment` pays the till one wei, so the till counts effects. */
export async function startOutboxFixture(
  database: TestDatabase,
  signer: Signer = createSigner(randomHex(32)),
) {
  const ctx: Pick<Context, 'db' | 'sql' | 'log'> = {
    db: database.db,
    sql: database.sql,
    log: createLogger({ level: 'silent', service: 'test' }),
  }
  const anvil: Anvil = await startAnvil({ chainId })
  const till: Address = randomHex(20)
  await anvil.control.setBalance({ address: signer.address, value: parseEther('100') })

  const fixture = {
    ctx,
    anvil,
    signer,
    till,
    chain: openChain({ chainId, rpcUrls: [anvil.rpcUrl], finality: 2 }),
    /** Forgets what the process knows of the chain, as a restart does. */
    reopen: (finality: Chain['finality'] = 2, rpcUrl = anvil.rpcUrl) => {
      fixture.chain = openChain({ chainId, rpcUrls: [rpcUrl], finality })
    },
    payment: (changes: Partial<ChainTxIntent> = {}): ChainTxIntent => ({
      chainId,
      sender: signer.address,
      kind: 'test',
      idemKey: randomHex(8),
      to: till,
      data: '0x',
      value: 1n,
      ...changes,
    }),
    ask: (intent: ChainTxIntent) => ctx.db.transaction((tx) => enqueue({ tx, intent })),
    sign: async (intent: ChainTxIntent, gasLimit = 21_000n): Promise<SignedTx> => {
      const { chain } = fixture
      const fees = await currentFees({ chain })
      return ctx.db.transaction((tx) => signNow({ tx, chain, signer, intent, gasLimit, fees }))
    },
    rowOf: async (txId: number) => {
      const [row] = await ctx.db.select().from(chainTx).where(eq(chainTx.id, txId))
      return row!
    },
    attemptsOf: (txId: number) =>
      ctx.db
        .select()
        .from(chainAttempt)
        .where(eq(chainAttempt.txId, txId))
        .orderBy(chainAttempt.maxFeePerGas),
    nextNonce: async (): Promise<number | undefined> => {
      const [row] = await ctx.db
        .select()
        .from(chainAccount)
        .where(eq(chainAccount.address, signer.address.toLowerCase()))
      return row?.nextNonce
    },
    /** Sends a transaction of the key past the outbox. Anvil answers before there is a block, so this waits for it. */
    spendNonce: async (transaction: { nonce: number; to: Address; value?: bigint }): Promise<void> => {
      const fees = { gas: 21_000n, maxFeePerGas: 10n ** 10n, maxPriorityFeePerGas: 1n }
      const serializedTransaction = await signer.signTransaction({
        type: 'eip1559',
        chainId,
        ...fees,
        ...transaction,
      })
      await anvil.control.waitForTransactionReceipt({
        hash: await anvil.control.sendRawTransaction({ serializedTransaction }),
      })
    },
    paid: () => anvil.control.getBalance({ address: till }),
    mine: (blocks: number) => anvil.control.mine({ blocks }),
    pass: (timing = resending) => runSenderQueue({ ctx, chain: fixture.chain, signer, timing }),
    /** Mines what is in the pool and makes it final. */
    finish: async (...txIds: number[]): Promise<void> => {
      for (let pass = 0; pass < 10; pass++) {
        await fixture.pass()
        await fixture.mine(1)
        const states = await Promise.all(txIds.map(async (txId) => (await fixture.rowOf(txId)).state))
        if (states.every((state) => state === 'final')) return
      }
      const rows = await Promise.all(txIds.map(fixture.rowOf))
      throw new Error(
        `not final: ${rows.map((row) => `${row.id} ${row.state} ${row.error ?? ''}`).join(', ')}`,
      )
    },
  }
  return fixture
}

export function randomHex(length: number): Hex {
  return bytesToHex(randomBytes(length))
}
