import type { Area } from '#lib/domain/geo/area'
import { areaWords } from '#lib/domain/geo/area-words'
import { isoTime } from '#lib/domain/text/iso-time'

/** Describes a query. Stands beside its price, so that payers see what was understood. */
export function describeQuery(query: { area: Area; fromMs: number; toMs: number; limit: number }): string {
  const { area, fromMs, toMs, limit } = query
  return `Captures in cells (about 1 km) that touch ${areaWords(area)}, from ${isoTime(new Date(fromMs))} to ${isoTime(new Date(toMs))}, the newest ${limit} if there are more.`
}
