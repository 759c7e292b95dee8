import { eq } from 'drizzle-orm'
import { tree } from '#db/schema/tree'
import { passSenderQueue, runSenderQueue } from '#lib/adapters/chain/outbox-queue'
import { createSigner } from '#lib/adapters/chain/signer'
import { demoKey } from '#lib/adapters/demo-keys'
import { createAnchorer } from '#lib/services/anchors/anchorer'
import { buildTree } from '#lib/services/anchors/build-tree'
import { ensureSchema } from '#lib/services/anchors/ensure-schema'
import { finishTrees } from '#lib/services/anchors/finish-trees'
import { makeKey } from '#lib/services/api-keys/make-key'
import { deliverCaptures } from '#lib/services/media/deliver-captures'
import { nextBlocks } from '#testing/chaos/run-slot'
import type { NetworkId } from '#testing/chaos/service-fixture'
import type { TestDatabase } from '#testing/database'
import { type LedgerFixture, startLedgerFixture } from '#testing/ledger-fixture'
import { type PaidService, startPaidService } from '#testing/paid-service'

/** The public address, which signatures of wallets name. */
export const marketOrigin = 'http://cairn.test'
const anchorEverySeconds = 600
/** A film waits half a day for others at most, so that a month has many rounds. */
const deliveryDelaySeconds = 43_200
const maxRounds = 60

/** The whole service in this process, on a real database and real chains, with a worker that works when it is told to. */
export type Market = {
  fixture: LedgerFixture
  service: PaidService
  /** A key of the enterprise interface. */
  apiKey: string
  /** The block of each chain when the market opened. */
  fromBlock: Record<NetworkId, bigint>
  /** Does the work of a scheduler and a worker on bounties and their money, until nothing changes. */
  work: () => Promise<void>
  /** Does the work of a worker on delivered films: rounds, trees, attestations. */
  publish: () => Promise<void>
  /** Moves the clocks of service and chains forward. */
  pass: (seconds: number) => Promise<void>
  /** The service's time, epoch seconds. */
  now: () => number
  close: () => Promise<void>
}

/** @param database a migrated one; a fresh one of the run's PostgreSQL unless given */
export async function openMarket(database?: Pick<TestDatabase, 'url' | 'close'>): Promise<Market> {
  const fixture = await startLedgerFixture({ settings, ...(database && { database }) })
  const service = await startPaidService({ settings: fixture.settings })
  const { key: apiKey } = await makeKey({
    ctx: fixture.ctx,
    input: { account: 'Maps', tier: 'scale', expiresAt: null },
  })
  const market: Market = {
    fixture,
    service,
    apiKey,
    fromBlock: await nextBlocks(fixture.chains),
    work: async () => {
      await expire(market)
      await fixture.run()
      await followSettlements(market)
    },
    publish: () => publish(market),
    pass: async (seconds) => {
      await fixture.advanceClock(seconds)
      await service.ctx.clock.refresh()
    },
    now: () => Math.floor(service.ctx.clock.now().getTime() / 1_000),
    close: async () => {
      await service.close()
      await fixture.close()
    },
  }
  await registerSchema(market)
  return market
}

const settings = {
  ANCHOR_KEY: demoKey('anchor'),
  ANCHOR_MAX_AGE_SECONDS: String(anchorEverySeconds),
  DELIVERY_DELAY_MAX_SECONDS: String(deliveryDelaySeconds),
  // These two limits use the machine's clock, on which the simulated month takes minutes.
  WALLET_SIGN_INS_PER_DAY: '0',
  WALLET_FAILED_PAYMENTS_PER_DAY: '0',
}

async function expire({ service }: Market): Promise<void> {
  const response = await fetch(`${service.url}/api/cron/expire-bounties`, {
    method: 'POST',
    headers: { authorization: `Bearer ${service.ctx.env.cronSecret}` },
  })
  if (response.status !== 200) throw new Error(`the expiry run answered ${response.status}`)
}

/** Each was sent while its payer waited; a worker follows it to its final block. */
async function followSettlements({ fixture }: Market): Promise<void> {
  const { ctx } = fixture
  const signer = createSigner(ctx.env.relayerKey!)
  for (const chain of ctx.chains.values()) await runSenderQueue({ ctx, chain, signer })
}

async function publish(market: Market): Promise<void> {
  const { ctx } = market.fixture
  const anchorer = createAnchorer(ctx)!
  while ((await deliverCaptures({ ctx })) > 0);
  await buildTree({ ctx, anchorer })
  for (let round = 0; (await ctx.db.$count(tree, eq(tree.state, 'attesting'))) > 0; round++) {
    if (round === maxRounds) throw new Error('a tree is not attested')
    await passAnchors(market)
    await finishTrees({ ctx, anchorer })
  }
}

async function registerSchema(market: Market): Promise<void> {
  const { ctx } = market.fixture
  const anchorer = createAnchorer(ctx)!
  for (let round = 0; !(await ensureSchema({ ctx, anchorer })); round++) {
    if (round === maxRounds) throw new Error('the schema is not registered')
    await passAnchors(market)
  }
}

async function passAnchors({ fixture }: Market): Promise<void> {
  const { ctx } = fixture
  const timing = { rebroadcastAfterMs: -1, bumpAfterMs: 3_600_000 }
  await passSenderQueue({ ctx, ...createAnchorer(ctx)!, timing })
  await fixture.mine(1)
}
