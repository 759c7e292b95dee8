import { readerTimeZone } from '#lib/client/reader-time-zone'
import { utcText, zoneText } from '#lib/domain/text/moment'
import { dateText } from './verdict-copy.ts'

/** The date and time of a verdict with its zone: the reader's, with UTC in the tooltip, or UTC if `inUtc` is true. */
export function VerdictTime({ iso, inUtc = false }: { iso: string; inUtc?: boolean }) {
  const zone = inUtc ? 'UTC' : readerTimeZone()
  const [date, time] = dateText(iso, zone).split(', ')
  // The zone stays on the line of its time, also where it is copied. The tight letters of a heading would be too tight for its size.
  return (
    <time dateTime={iso} title={utcText(iso)}>
      <span className="whitespace-nowrap">{date},</span>{' '}
      <span className="whitespace-nowrap">
        {time}
        {'\u00a0'}
        <span className="text-[max(0.6em,0.75rem)] tracking-normal text-soft">{zoneText(iso, zone)}</span>
      </span>
    </time>
  )
}
