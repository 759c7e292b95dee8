import { utcDateText, utcText } from '#lib/domain/text/moment'

/** `2026-03-04 14:05:09 UTC`, from ISO 8601: for records that are compared with others. */
export function UtcTime({ iso }: { iso: string }) {
  return (
    <time dateTime={iso} className="whitespace-nowrap">
      {utcText(iso)}
    </time>
  )
}

/** `4 Mar 2026, 14:05 UTC`, from ISO 8601: for people who may be in any time zone. The title has the seconds, and with `exact` the text too. */
export function UtcDate({ iso, show }: { iso: string; show?: 'exact' }) {
  return (
    <time dateTime={iso} title={utcText(iso)} className="whitespace-nowrap">
      {utcDateText(iso, show)}
    </time>
  )
}
