import { parseArea } from '#lib/domain/geo/area'
import type { CellRun } from '#lib/domain/geo/cell-runs'
import { coverArea } from '#lib/domain/geo/cover'
import { geohashToCell } from '#lib/domain/geo/geohash'
import { isoMs } from '#lib/domain/text/iso-time'
import type { Observation } from '#lib/schemas/observation'
import { toAoi } from './area-json.ts'
import type { ExploreState, TimeWindow } from './explore-url.ts'
import type { PaidAnswer } from './paid-answer-schema.ts'
import { periodOf } from './spatial-request.ts'

type Query = Pick<ExploreState, 'area' | 'window' | 'limit'>
type Bought = Pick<PaidAnswer, 'asked_at' | 'result'> & { state: Query }

/** How old an answer for a period that ends now may be: a share of the period, and at most this time. */
const maxUnknown = { share: 0.1, ms: 86_400_000 }

/**
 * Finds the newest bought answer that contains the answer to a query, so that nobody pays for it again. Its cells and its period contain those
 * of the query, and its limit cut nothing off. It lacks captures that were published after the purchase.
 *
 * @returns that answer, and the part of it that a query would return; `undefined` if there is none
 */
export function reuseAnswer<Answer extends Bought>(
  query: Query,
  answers: readonly Answer[],
  now: Date,
): { answer: Answer; result: Answer['result'] } | undefined {
  const cells = cellsOf(query)
  if (!cells) return undefined
  const [answer] = answers
    .filter((one) => isWhole(one) && isWithin(query.window, one, now) && contains(cellsOf(one.state), cells))
    .sort((a, b) => b.asked_at.localeCompare(a.asked_at))
  return answer && { answer, result: partOf(answer, query, cells, now) }
}

/**
 * Captures of the answer to a query that earlier answers have. `window`: the period that they fill; absent if there is no single one.
 * `answer`: the earlier answer that has the most of them, and `inAnswer`: how many it has.
 */
export type OwnedPart<Answer = unknown> = {
  count: number
  window: TimeWindow | undefined
  answer: Answer
  inAnswer: number
}

/** Counts the captures that a query would return again; `undefined` if there are none. Of equal answers it names the first. */
export function ownedPart<Answer extends Bought>(
  query: Query,
  answers: readonly Answer[],
  now: Date,
): OwnedPart<Answer> | undefined {
  const cells = cellsOf(query)
  if (!cells) return undefined
  const parts = answers.map((answer) => ({
    answer,
    ids: partOf(answer, { ...query, limit: Number.POSITIVE_INFINITY }, cells, now).observations.map(
      ({ observation_id }) => observation_id,
    ),
  }))
  const { size: count } = new Set(parts.flatMap(({ ids }) => ids))
  if (count === 0) return undefined
  const most = parts.reduce((best, part) => (part.ids.length > best.ids.length ? part : best))
  const filled = parts.find(
    ({ answer, ids }) =>
      ids.length === count &&
      isWhole(answer) &&
      isWithin(answer.state.window, answer, now) &&
      contains(cellsOf(answer.state), cells),
  )
  const { answer, ids } = filled ?? most
  return { count, window: filled?.answer.state.window, answer, inAnswer: ids.length }
}

function isWhole({ state, result }: Bought): boolean {
  return result.observations.length < state.limit
}

type Area = NonNullable<Query['area']>
const covers = new WeakMap<Area, readonly CellRun[]>()

/** The cells that the service searches for a query; `undefined` if it has no area, or one that the service refuses. */
function cellsOf({ area }: Query): readonly CellRun[] | undefined {
  if (!area) return undefined
  const known = covers.get(area)
  if (known) return known
  try {
    const { aoi, radius_m } = toAoi(area)
    const cells = coverArea(parseArea(aoi, radius_m))
    covers.set(area, cells)
    return cells
  } catch {
    return undefined
  }
}

/** True if each cell of `inner` is in `outer`; both are sorted. */
function contains(outer: readonly CellRun[] | undefined, inner: readonly CellRun[]): boolean {
  if (!outer) return false
  let at = 0
  return inner.every(([low, high]) => {
    for (let cell = low; cell <= high; cell = outer[at]![1] + 1) {
      while (at < outer.length && outer[at]![1] < cell) at++
      if (at === outer.length || outer[at]![0] > cell) return false
    }
    return true
  })
}

function isIn({ geohash }: Observation, cells: readonly CellRun[]): boolean {
  const cell = geohashToCell(geohash)
  return cell !== undefined && cells.some(([low, high]) => cell >= low && cell <= high)
}

function isWithin(window: TimeWindow, answer: Bought, now: Date): boolean {
  const { fromMs, toMs } = periodOf(window, now)
  const [boughtFromMs, boughtToMs] = [
    Date.parse(answer.result.window.from),
    Date.parse(answer.result.window.to),
  ]
  if (fromMs > toMs || fromMs < boughtFromMs) return false
  const endsNow = isUntilNow(window) && isUntilNow(answer.state.window)
  return (toMs <= boughtToMs || endsNow) && isFresh(window, answer, now)
}

/** True if little of a period, as it is now, came after the purchase of an answer. */
export function isFresh(window: TimeWindow, { asked_at }: Pick<Bought, 'asked_at'>, now: Date): boolean {
  const { fromMs, toMs } = periodOf(window, now)
  const unknownMs = Math.min(toMs, now.getTime()) - Date.parse(asked_at)
  return unknownMs <= Math.min(maxUnknown.ms, (toMs - fromMs) * maxUnknown.share)
}

function isUntilNow(window: TimeWindow): boolean {
  return window.is === 'last' || window.to === undefined
}

function partOf(
  { result, state }: Bought,
  { window, limit }: Query,
  cells: readonly CellRun[],
  now: Date,
): Bought['result'] {
  const { fromMs, toMs } = periodOf(window, now)
  // The clock of this device may be behind that of the service, which ended the period of the answer.
  const endMs =
    isUntilNow(window) && isUntilNow(state.window) ? Math.max(toMs, Date.parse(result.window.to)) : toMs
  const isInside = (one: Observation) => {
    const ms = Date.parse(one.captured_at)
    return ms >= fromMs && ms <= endMs && isIn(one, cells)
  }
  return {
    window: { from: isoMs(fromMs), to: isoMs(endMs) },
    observations: result.observations.filter(isInside).slice(0, limit),
  }
}
