import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { formatUsdc } from '../lib/domain/money/money.ts'
import { createFile, makePrivateFolder } from './private-files.ts'
import { Refusal } from './refusal.ts'
import type { Caps } from './settings.ts'

export type Spend = { kind: 'call' | 'bounty'; tool: string; priceAtomic: bigint }
/** The remaining amounts until each cap, in USDC. */
type Left = { session_usdc: string; day_usdc: string }
export type Budget = {
  /** @throws Refusal if the price is above a cap now. Takes nothing. */
  check: (spend: Spend) => Promise<void>
  /** Takes the price from the budgets, before a signature is made. @throws Refusal if it exceeds one */
  reserve: (spend: Spend) => Promise<void>
  left: () => Promise<Left>
}

const entryName = /^(\d{6})\.json$/

/**
 * Counts signed amounts against the caps. A signature counts from before it is made until its day is over, even if it was
 * refused, since its holder could still use it. The sum of all signatures therefore never exceeds a cap.
 *
 * The sum of a day is a chain of numbered files, each with the sum so far. Exactly one process can create the next number; the
 * others read again. A killed process cannot leave a lock behind.
 */
export async function openBudget(args: { home: string; caps: Caps; now: () => Date }): Promise<Budget> {
  const { home, caps, now } = args
  let sessionAtomic = 0n

  const dayFolder = async () => {
    const folder = join(home, 'budget', now().toISOString().slice(0, 10))
    await makePrivateFolder(folder)
    return folder
  }
  const assertFits = (spend: Spend, dayAtomic: bigint, spentAtomic: bigint) => {
    const { kind, priceAtomic } = spend
    const limits = [
      kind === 'call'
        ? { setting: 'CAIRN_MAX_PER_CALL', capAtomic: caps.callAtomic, spentAtomic: 0n }
        : { setting: 'CAIRN_MAX_PER_BOUNTY', capAtomic: caps.bountyAtomic, spentAtomic: 0n },
      { setting: 'CAIRN_MAX_PER_SESSION', capAtomic: caps.sessionAtomic, spentAtomic },
      { setting: 'CAIRN_MAX_PER_DAY', capAtomic: caps.dayAtomic, spentAtomic: dayAtomic },
    ]
    for (const limit of limits)
      if (limit.spentAtomic + priceAtomic > limit.capAtomic) throw refusalOf(limit, priceAtomic)
  }

  await dayFolder()
  return {
    check: async (spend) => assertFits(spend, (await lastOf(await dayFolder())).sumAtomic, sessionAtomic),

    reserve: async (spend) => {
      const { priceAtomic, tool } = spend
      // Taken before the first await, so that concurrent calls see each other.
      const spentAtomic = sessionAtomic
      sessionAtomic += priceAtomic
      try {
        for (;;) {
          const folder = await dayFolder()
          const { number, sumAtomic } = await lastOf(folder)
          assertFits(spend, sumAtomic, spentAtomic)
          const entry = {
            at: now().toISOString(),
            tool,
            amount_atomic: priceAtomic.toString(),
            day_atomic: (sumAtomic + priceAtomic).toString(),
          }
          const name = `${String(number + 1).padStart(6, '0')}.json`
          if (await createFile(join(folder, name), JSON.stringify(entry))) return
        }
      } catch (error) {
        sessionAtomic -= priceAtomic
        throw error
      }
    },

    left: async () => {
      const { sumAtomic } = await lastOf(await dayFolder())
      return {
        session_usdc: formatUsdc(atLeastNone(caps.sessionAtomic - sessionAtomic)),
        day_usdc: formatUsdc(atLeastNone(caps.dayAtomic - sumAtomic)),
      }
    },
  }
}

/** The last entry of a day. An unreadable entry stops all payments, because the sum is unknown. */
async function lastOf(folder: string): Promise<{ number: number; sumAtomic: bigint }> {
  const names = (await readdir(folder)).filter((name) => entryName.test(name)).sort()
  const last = names.at(-1)
  if (last === undefined) return { number: 0, sumAtomic: 0n }
  try {
    const { day_atomic } = JSON.parse(await readFile(join(folder, last), 'utf8')) as { day_atomic: string }
    return { number: Number(last.slice(0, 6)), sumAtomic: BigInt(day_atomic) }
  } catch (cause) {
    throw new Refusal(
      `Today’s spending cannot be read from ${join(folder, last)}: no signature was made. Repair or remove that file.`,
      { cause },
    )
  }
}

function refusalOf(
  { setting, capAtomic, spentAtomic }: { setting: string; capAtomic: bigint; spentAtomic: bigint },
  priceAtomic: bigint,
): Refusal {
  const spent = spentAtomic > 0n ? ` of which ${formatUsdc(spentAtomic)} is taken` : ''
  return new Refusal(
    `price ${formatUsdc(priceAtomic)}, cap ${formatUsdc(capAtomic)}${spent} (USDC): no signature was made; raise ${setting}`,
  )
}

function atLeastNone(amountAtomic: bigint): bigint {
  return amountAtomic > 0n ? amountAtomic : 0n
}
