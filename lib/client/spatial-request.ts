import { defaultLimit } from '#lib/domain/observations/query-limits'
import { isoTime } from '#lib/domain/text/iso-time'
import { toAoi } from './area-json.ts'
import { type ExploreState, parseMinute, type TimeWindow } from './explore-url.ts'

/** The window that the service uses if the query has none. */
const defaultDays = 7
const dayMs = 86_400_000

export type QueryBody = { aoi: object; radius_m?: number; from?: string; to?: string; limit?: number }

/**
 * The body of POST /spatial/query for the state of the page. Defaults are omitted, so that a window until now ends by the service's clock
 * and not by this device's.
 */
export function queryBody(
  { area, window, limit }: Pick<ExploreState, 'area' | 'window' | 'limit'>,
  now: Date,
): QueryBody | undefined {
  if (!area) return undefined
  return {
    ...toAoi(area),
    ...windowMembers(window, now),
    ...(limit === defaultLimit ? {} : { limit }),
  }
}

/** The period of a query that is sent now, both ends inclusive, in epoch milliseconds. */
export function periodOf(window: TimeWindow, now: Date): { fromMs: number; toMs: number } {
  const { from, to } = windowMembers(window, now)
  const toMs = to === undefined ? Math.floor(now.getTime() / 1_000) * 1_000 : Date.parse(to)
  return { fromMs: from === undefined ? toMs - defaultDays * dayMs : Date.parse(from), toMs }
}

function windowMembers(window: TimeWindow, now: Date): { from?: string; to?: string } {
  if (window.is === 'between') {
    const { from, to } = window
    return {
      ...(from === undefined ? {} : { from: withSeconds(from) }),
      ...(to === undefined ? {} : { to: withSeconds(to) }),
    }
  }
  if (window.days === defaultDays) return {}
  return { from: isoTime(new Date(now.getTime() - window.days * dayMs)) }
}

function withSeconds(minute: string): string {
  return parseMinute(minute)!.replace(/Z$/, ':00Z')
}
