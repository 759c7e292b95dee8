import type { ContributorRecord } from '#lib/schemas/contributor-record'
import { recordOf } from '#testing/month/calls'
import type { Deal } from '#testing/month/deal'
import type { Month } from '#testing/month/month'
import type { Person } from '#testing/month/people'

/** Fewer films are no record to compare. */
const filmsOfRecord = 20
const maxSteps = 4

type Recorded = { by: Person; record: ContributorRecord }

/**
 * The public record of each contributor is what its posters decided, counted by what can be known of these posters. No cheat has a
 * record above an honest contributor's: one that more established posters accepted, or as many with a greater share of its films.
 */
export async function checkRecords(month: Month): Promise<string[]> {
  const found: string[] = []
  const all: Recorded[] = []
  for (const by of new Set(month.films.map((handedIn) => handedIn.by))) {
    const record = await recordOf(month.market, by)
    const wanted = wantedRecord(month.deals, by.name)
    if (JSON.stringify(record) !== JSON.stringify(wanted))
      found.push(`the record of ${by.name} is ${JSON.stringify(record)}, not ${JSON.stringify(wanted)}`)
    all.push({ by, record })
  }
  return [...found, ...compareOwned(all), ...compareRecords(all)]
}

const ownedBySeveral = /^(sybil|own wallet|ring)/

/** Wallets that accept films from each other get no record by that, and the one that bought a signed film before has one poster. */
function compareOwned(all: readonly Recorded[]): string[] {
  return all
    .filter(({ by, record }) =>
      ownedBySeveral.test(by.name) ? record.submitted > 0 : by.name === 'buyer' && record.posters > 1,
    )
    .map(({ by, record }) => `${by.name} has a record: ${JSON.stringify(record)}`)
}

function compareRecords(all: readonly Recorded[]): string[] {
  const long = all.filter(({ record }) => record.submitted >= filmsOfRecord)
  const shareOf = ({ record }: Recorded) => record.accepted / record.submitted
  const isAbove = (one: Recorded, other: Recorded) =>
    one.record.posters > other.record.posters ||
    (one.record.posters === other.record.posters && shareOf(one) > shareOf(other))
  return long
    .filter(({ by }) => !by.isHonest)
    .flatMap((cheat) =>
      long
        .filter((one) => one.by.isHonest && isAbove(cheat, one))
        .map(
          (one) =>
            `the record of ${cheat.by.name} (${JSON.stringify(cheat.record)}) is above ${one.by.name} (${JSON.stringify(one.record)})`,
        ),
    )
}

/** From what the people of the month remember. */
function wantedRecord(deals: readonly Deal[], by: string): ContributorRecord {
  const paidBy = walletsPaidBy(deals, by)
  const counts = (isWanted: (payer: string) => boolean) => {
    const some = deals.filter(({ plan }) => isWanted(plan.payer))
    const films = some.flatMap((deal) => deal.films).filter((handedIn) => handedIn.by.name === by)
    const accepting = some.filter(({ accepted }) => accepted?.by.name === by)
    return {
      submitted: films.length,
      accepted: accepting.length,
      declined: films.filter(({ isDeclined }) => isDeclined).length,
      payers: new Set(accepting.map(({ plan }) => plan.payer)).size,
    }
  }
  const { payers: posters, ...established } = counts(
    (payer) => !paidBy.has(payer) && isEstablished(deals, payer),
  )
  const { payers: _, ...unproven } = counts((payer) => !paidBy.has(payer) && !isEstablished(deals, payer))
  const { payers: __, ...connected } = counts((payer) => paidBy.has(payer))
  const yours = { submitted: 0, accepted: 0, declined: 0 }
  return { ...established, posters, yours, unproven, connected }
}

export function isEstablished(deals: readonly Deal[], payer: string): boolean {
  return deals.some(
    ({ plan, accepted }) =>
      plan.payer === payer &&
      accepted !== undefined &&
      accepted.by.name !== payer &&
      accepted.film.origin === 'credentials' &&
      accepted.film.kind !== 'blurred',
  )
}

/** A wallet, and those that its money reached by accepted films. */
function walletsPaidBy(deals: readonly Deal[], name: string): Set<string> {
  const reached = new Set([name])
  for (let step = 0; step < maxSteps; step++)
    for (const { plan, accepted } of deals)
      if (accepted && reached.has(plan.payer)) reached.add(accepted.by.name)
  return reached
}
