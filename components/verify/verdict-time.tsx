import { utcText, zoneText } from '#lib/domain/text/moment'
import { dateText } from './verdict-copy.ts'

/** The date and time of a verdict with its zone: the reader's, with UTC in the tooltip, or UTC if `inUtc` is true. */
export function VerdictTime({ iso, inUtc = false }: { iso: string; inUtc?: boolean }) {
  const zone = inUtc ? 'UTC' : Intl.DateTimeFormat().resolvedOptions().timeZone
  return (
    <time dateTime={iso} title={utcText(iso)}>
      <span className="whitespace-nowrap">{dateText(iso, zone)}</span>{' '}
      <span className="text-[max(0.6em,0.75rem)] whitespace-nowrap text-soft">{zoneText(iso, zone)}</span>
    </time>
  )
}
