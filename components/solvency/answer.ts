import { readableUsdc } from '#lib/domain/money/money'
import type { Solvency } from '#lib/schemas/solvency'

export type Books = Solvency['networks'][number]

export type Answer = {
  /** `unchecked` is not a verdict on the money. */
  state: 'covered' | 'wrong' | 'unchecked'
  /** One or two sentences. */
  sentences: readonly string[]
  note: string | undefined
}

/** The amount that a network owes for bounties and the amount that is present, in atomic units; `undefined` if it was not checked. */
export function owedAndHeld({ escrow, treasury }: Books): { owed: bigint; held: bigint } | undefined {
  if (!escrow || !treasury) return undefined
  const inFlight = BigInt(treasury.in_flight.atomic)
  const difference = BigInt(treasury.difference.atomic)
  return {
    owed: BigInt(escrow.our_bounties.atomic) + BigInt(escrow.other_bounties.atomic) + inFlight,
    // Unsolicited deposits do not count as cover.
    held:
      BigInt(escrow.balance.atomic) -
      BigInt(escrow.surplus.atomic) +
      inFlight +
      (difference < 0n ? difference : 0n) -
      BigInt(treasury.shortfall.atomic),
  }
}

/** The summary of the page, in a sentence or two. */
export function answerOf({ solvent, networks }: Pick<Solvency, 'solvent' | 'networks'>): Answer {
  const sums = networks.flatMap((books) => owedAndHeld(books) ?? [])
  const owed = sums.reduce((sum, one) => sum + one.owed, 0n)
  const held = sums.reduce((sum, one) => sum + one.held, 0n)
  const named = (of: boolean | null) =>
    listed(networks.filter((one) => one.solvent === of).map(({ name }) => name))
  if (solvent === false)
    return {
      state: 'wrong',
      sentences: [`The figures on ${named(false)} do not agree.`],
      note: `${amounts(owed, held).join(' ')} Until this is explained, treat it as our fault.${unread(named(null))}`,
    }
  if (solvent === null)
    return {
      state: 'unchecked',
      sentences: [`${named(null)} could not be checked just now.`],
      note: `This says nothing about the money.${sums.length > 0 ? ` On ${named(true)}: ${amounts(owed, held).join(' ')}` : ''}`,
    }
  return {
    state: 'covered',
    sentences:
      owed === 0n && held === 0n
        ? ['No money is owed for bounties right now.', 'None is missing.']
        : amounts(owed, held),
    note: undefined,
  }
}

function amounts(owed: bigint, held: bigint): string[] {
  return [`${readableUsdc(owed)} USDC is owed for bounties.`, `${readableUsdc(held)} USDC is held.`]
}

function unread(names: string): string {
  return names === '' ? '' : ` ${names} could not be checked.`
}

/** “Base”, “Base and Arc” */
export function listed(names: readonly string[]): string {
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`
}
