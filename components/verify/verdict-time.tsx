import { utcText } from '#lib/domain/text/moment'
import { dateText } from './verdict-copy.ts'

/** A time of a verdict, always with its date: in the reader's zone with UTC in its title, or in UTC, which it then says. */
export function VerdictTime({ iso, inUtc = false }: { iso: string; inUtc?: boolean }) {
  const zone = inUtc ? 'UTC' : Intl.DateTimeFormat().resolvedOptions().timeZone
  return (
    <time dateTime={iso} title={utcText(iso)} className="whitespace-nowrap">
      {dateText(iso, zone)}
      {inUtc && ' UTC'}
    </time>
  )
}
