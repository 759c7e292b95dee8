import { randomBytes } from 'node:crypto'
import { bytesToHex, encodeFunctionData, type Hex, parseAbi } from 'viem'
import { encodeTransferOnce } from '#lib/adapters/chain/usdc'
import type { Context } from '#lib/adapters/context'
import type { NetworkConfig } from '#lib/adapters/env'
import { type Audit, audit, type Verdict, verdictOf } from '#lib/services/ledger/audit'
import { followChains } from '#lib/services/ledger/follow-chains'
import type { CheckedBooks, Figures } from '#lib/services/ledger/read-books'
import { fundUsdc } from '#sandbox/local-chain'
import { type BountyFixture, type NetworkId, startBountyFixture } from '#testing/bounty-fixture'

const transferAbi = parseAbi(['function transfer(address to, uint256 value)'])
const stranger = '0x00000000000000000000000000000000000c0ffe'

export type Checked = Audit & {
  verdict: Verdict
  /** Codes of the violations, in alphabetical order. */
  violations: string[]
  /** @throws when the network was not checked */
  figuresOf: (network: NetworkId) => Figures
}

export type LedgerFixture = Awaited<ReturnType<typeof startLedgerFixture>>

/** Bounties on real chains, books of their money, and hands that move money past the service. */
export async function startLedgerFixture(options: Parameters<typeof startBountyFixture>[0] = {}) {
  const fixture: BountyFixture = await startBountyFixture(options)
  return {
    ...fixture,
    stranger: stranger as Hex,
    /** Writes the books on and audits them. */
    check: (ctx: Context = fixture.ctx): Promise<Checked> => check(ctx),
    /**
     * Moves money past the service. The stranger is given it first; the treasury's key signs an authorization, so that its
     * nonce on the chain stays as the outbox knows it.
     */
    transfer: async (network: NetworkConfig, from: Hex, to: Hex, amountAtomic: bigint): Promise<Hex> => {
      const { usdc } = network
      if (from === fixture.ctx.env.treasury) {
        const nonce = bytesToHex(randomBytes(32))
        const terms = { chain: network, usdc, signer: fixture.signers.treasury, to, amountAtomic, nonce }
        return fixture.sendFrom(network, stranger, usdc.address, await encodeTransferOnce(terms))
      }
      if (from === stranger) await fundUsdc(fixture.rpcUrlOf(network), usdc.address, stranger, amountAtomic)
      const data = encodeFunctionData({
        abi: transferAbi,
        functionName: 'transfer',
        args: [to, amountAtomic],
      })
      return fixture.sendFrom(network, from, usdc.address, data)
    },
    /** Writes to the database what no guard of it would let pass. */
    forge: (statement: string): Promise<unknown> =>
      fixture.ctx.sql.begin(async (sql) => {
        await sql`set local session_replication_role = replica`
        await sql.unsafe(statement)
      }),
  }
}

export async function check(ctx: Context): Promise<Checked> {
  await followChains({ ctx, input: { untilMs: performance.now() + 20_000 } })
  const found = await audit({ ctx })
  const violations = found.findings.flatMap(({ severity, code }) => (severity === 'violation' ? [code] : []))
  return {
    ...found,
    verdict: verdictOf(found),
    violations: violations.sort(),
    figuresOf: (network) => {
      const books = found.networks.find((entry) => entry.network === network)
      if (!books?.checked) throw new Error(`${network} was not checked`)
      return (books as CheckedBooks).figures
    },
  }
}
