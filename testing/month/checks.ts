import { bytesToHex } from '@noble/hashes/utils.js'
import type { ClaimOrigin } from '#lib/domain/film/match-claims'
import { geohashToCell } from '#lib/domain/geo/geohash'
import type { GroundTruth } from '#lib/schemas/enterprise'
import { audit } from '#lib/services/ledger/audit'
import { findByAudit } from '#testing/chaos/checker'
import { askGroundTruth } from '#testing/month/calls'
import { findKeyFaults, type HandedIn } from '#testing/month/deal'
import { checkMoney } from '#testing/month/money'
import type { Month } from '#testing/month/month'
import type { Person } from '#testing/month/people'
import { type FilmKind, unfitKinds } from '#testing/month/plan'
import { checkRecords } from '#testing/month/records'

/**
 * The checks of a month. Each compares answers, tables and chains with what the people of the month recorded, and returns the
 * differences in words; an empty list means that it passed.
 */
export const checks = {
  money: checkMoney,
  publication: checkPublication,
  ranking: checkRanking,
  keys: checkKeys,
  audit: checkAudit,
} as const satisfies Record<string, (month: Month) => Promise<string[]>>
export type CheckName = keyof typeof checks

/** Without a trusted signature: 0.2 × (0.4 + 0.3), as the formula of the score has it. */
const mostUnsignedScore = 0.14
const mostUnsignedConfidence = 0.2

/** The films that may be sold, and no other, are sold: in the table, and in what buyers are answered. */
async function checkPublication(month: Month): Promise<string[]> {
  const sold = await month.market.fixture.ctx.sql<{ sha256: Uint8Array; cell: number }[]>`
    select sha256, cell from observation`
  const wanted = observableFilms(month)
  const found = compare(
    'the observations',
    wanted,
    sold.map(({ sha256 }) => bytesToHex(sha256)),
    month,
  )
  for (const geohash of claimedPlaces(month)) {
    const here = new Map([...wanted].filter(([, { film }]) => film.geohash === geohash))
    const { data_points } = await askGroundTruth(month.market, geohash)
    const answered = data_points.map(({ observation }) => observation)
    found.push(...compare(`the answer for ${geohash}`, here, answered, month))
    const cell = geohashToCell(geohash)
    const rows = sold.filter((row) => row.cell === cell).length
    if (rows !== answered.length) found.push(`${geohash} has ${rows} rows and ${answered.length} answers`)
  }
  return found
}

/** By hash: what was accepted, and does not contradict its bounty. */
function observableFilms({ deals }: Month): Map<string, HandedIn> {
  const accepted = deals.flatMap((deal) => deal.accepted ?? [])
  return new Map(
    accepted.filter(({ film }) => !isUnfit(film.kind)).map((handedIn) => [handedIn.film.sha256, handedIn]),
  )
}

const isUnfit = (kind: FilmKind) => unfitKinds.some((unfit) => unfit === kind)

/** Every cell that a film of the month claims. */
const claimedPlaces = ({ films }: Month) => [...new Set(films.map(({ film }) => film.geohash))].sort()

function compare(
  what: string,
  wanted: ReadonlyMap<string, HandedIn>,
  sold: readonly string[],
  { films }: Month,
): string[] {
  const kindOf = (sha256: string) => films.find(({ film }) => film.sha256 === sha256)?.film.kind ?? 'unknown'
  const more = sold.filter((sha256) => !wanted.has(sha256))
  const less = [...wanted.keys()].filter((sha256) => !sold.includes(sha256))
  return [
    ...more.map((sha256) => `${what}: ${sha256} is sold, of the kind ${kindOf(sha256)}`),
    ...less.map((sha256) => `${what}: ${sha256} is not sold, of the kind ${kindOf(sha256)}`),
  ]
}

type Ranked = { by: Person; confidence: number; origin: ClaimOrigin; passed: boolean }
type Place = { geohash: string; answer: GroundTruth; honest: Ranked[]; cheats: Ranked[] }

/**
 * No cheat ranks above an honest contributor of the same place by confidence, score or record. Films that failed their check but
 * were accepted by a poster are not compared.
 */
async function checkRanking(month: Month): Promise<string[]> {
  const places = await rankPlaces(month)
  const found: string[] = []
  for (const place of places) found.push(...compareInPlace(place))
  found.push(...compareScores(places), ...(await checkRecords(month)))
  return found
}

async function rankPlaces(month: Month): Promise<Place[]> {
  const films = new Map(month.films.map((handedIn) => [handedIn.film.sha256, handedIn]))
  const places: Place[] = []
  for (const geohash of claimedPlaces(month)) {
    const answer = await askGroundTruth(month.market, geohash)
    const ranked = answer.data_points.flatMap(({ observation, confidence }): Ranked[] => {
      const handedIn = films.get(observation)
      if (!handedIn) return []
      const { by, film } = handedIn
      return [{ by, confidence, origin: film.origin, passed: film.kind !== 'blurred' }]
    })
    const honest = ranked.filter(({ by }) => by.isHonest)
    places.push({ geohash, answer, honest, cheats: ranked.filter(({ by }) => !by.isHonest) })
  }
  return places
}

function compareInPlace({ geohash, answer, honest, cheats }: Place): string[] {
  const found = cheats
    .filter(({ confidence }) => confidence > mostUnsignedConfidence)
    .map(({ by, confidence }) => `${geohash}: ${by.name} has a confidence of ${confidence}`)
  const worthy = honest.filter(({ passed }) => passed)
  for (const cheat of cheats)
    for (const one of worthy)
      if (cheat.confidence > one.confidence)
        found.push(
          `${geohash}: ${cheat.by.name} (${cheat.confidence}) is above ${one.by.name} (${one.confidence})`,
        )
  const { ground_truth_score: score, score_parts: parts } = answer
  const isUnsigned = honest.every(({ origin }) => origin !== 'credentials')
  if (isUnsigned && (parts.independence > 0 || score > mostUnsignedScore))
    found.push(`${geohash}: without a signed film its score is ${score}, independence ${parts.independence}`)
  return found
}

const isSigned = ({ origin, passed }: Ranked) => origin === 'credentials' && passed

/** A place with a signed film of an honest contributor is above each place where only cheats filmed. */
function compareScores(places: readonly Place[]): string[] {
  const signed = places.filter(({ honest }) => honest.some(isSigned))
  const invented = places.filter(({ honest, cheats }) => honest.length === 0 && cheats.length > 0)
  return signed.flatMap((place) =>
    invented
      .filter(({ answer }) => answer.ground_truth_score >= place.answer.ground_truth_score)
      .map(
        ({ geohash, answer }) =>
          `${geohash} of cheats (${answer.ground_truth_score}) is not below ${place.geohash} (${place.answer.ground_truth_score})`,
      ),
  )
}

/** The current key of every bounty opens it, and a replaced key does not. Only the wallet that paid can get a new key. */
async function checkKeys(month: Month): Promise<string[]> {
  const found = month.stolenKeys === 0 ? [] : [`${month.stolenKeys} keys were given to other wallets`]
  for (const deal of month.deals) found.push(...(await findKeyFaults(month, deal)))
  return found
}

/** The service's own audit, `npm run audit:money`, with findings of any severity. */
async function checkAudit({ market }: Month): Promise<string[]> {
  const { ctx } = market.fixture
  const failed = await findByAudit({ ctx })
  const { findings } = await audit({ ctx })
  return [...failed, ...findings.map(({ severity, code, message }) => `${severity} ${code}: ${message}`)]
}
