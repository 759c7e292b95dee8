import { utcText } from '#lib/domain/text/moment'

/** `2026-03-04 14:05:09 UTC`, from ISO 8601: for records that are compared with others. */
export function UtcTime({ iso }: { iso: string }) {
  return (
    <time dateTime={iso} className="whitespace-nowrap">
      {utcText(iso)}
    </time>
  )
}
