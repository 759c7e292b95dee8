import { utcText, zoneText } from '#lib/domain/text/moment'
import { dateText } from './verdict-copy.ts'

/** The date and time of a verdict with its zone: the reader's, with UTC in the tooltip, or UTC if `inUtc` is true. */
export function VerdictTime({ iso, inUtc = false }: { iso: string; inUtc?: boolean }) {
  const zone = inUtc ? 'UTC' : Intl.DateTimeFormat().resolvedOptions().timeZone
  return (
    <time dateTime={iso} title={utcText(iso)} className="whitespace-nowrap">
      {`${dateText(iso, zone)} ${zoneText(iso, zone)}`}
    </time>
  )
}
