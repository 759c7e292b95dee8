import { keccak256, toBytes } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import type { ClaimOrigin } from '#lib/domain/film/match-claims'
import { fundUsdc } from '#sandbox/local-chain'
import { networkIds } from '#testing/chaos/service-fixture'
import type { Market } from '#testing/month/market'
import { emptyWallet, type PlannedBounty } from '#testing/month/plan'
import type { Payer } from '#testing/paid-service'

// The people of a month, and their wallets.

export type Person = { name: string; wallet: Payer; isHonest: boolean; camera: ClaimOrigin }
export type Cast = {
  /** @throws if nobody has this name */
  person: (name: string) => Person
  all: readonly Person[]
}

/** More than a poster spends in a month. */
export const fundsAtomic = 100_000_000_000n
const cameras: readonly ClaimOrigin[] = ['file', 'credentials', 'file', 'declared']

/** Everybody in the plan, with the same wallets for the same seed. */
export function castOf(plan: readonly PlannedBounty[], seed: number): Cast {
  const names = new Set(plan.flatMap(({ payer, films }) => [payer, ...films.map(({ by }) => by)]))
  const all = [...names].sort().map((name): Person => {
    const [, number] = /^honest (\d+)$/.exec(name) ?? []
    return {
      name,
      wallet: privateKeyToAccount(keccak256(toBytes(`month ${seed}: ${name}`))),
      isHonest: number !== undefined,
      camera: cameraOf(name, number),
    }
  })
  const byName = new Map(all.map((person) => [person.name, person]))
  return {
    all,
    person: (name) => {
      const found = byName.get(name)
      if (!found) throw new Error(`nobody is called ${name}`)
      return found
    },
  }
}

function cameraOf(name: string, honestNumber: string | undefined): ClaimOrigin {
  if (honestNumber !== undefined) return cameras[(Number(honestNumber) - 1) % cameras.length]!
  return name.startsWith('own wallet') ? 'declared' : 'file'
}

/** Gives every poster the same money on each network. Contributors begin with nothing. */
export async function fundPosters(
  { fixture }: Market,
  cast: Cast,
  plan: readonly PlannedBounty[],
): Promise<void> {
  const payers = new Set(plan.map(({ payer }) => payer))
  payers.delete(emptyWallet)
  for (const network of networkIds) {
    const { rpcUrl, usdc } = fixture.chains.networks[network]
    for (const name of payers) await fundUsdc(rpcUrl, usdc, cast.person(name).wallet.address, fundsAtomic)
  }
}

export function isFunded(name: string, plan: readonly PlannedBounty[]): boolean {
  return name !== emptyWallet && plan.some(({ payer }) => payer === name)
}
