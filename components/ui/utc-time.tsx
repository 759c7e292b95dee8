/** `2026-03-04 14:05:09 UTC`, from ISO 8601. */
export function UtcTime({ iso }: { iso: string }) {
  return (
    <time dateTime={iso} className="whitespace-nowrap">
      {utcText(iso)}
    </time>
  )
}

export function utcText(iso: string): string {
  return `${new Date(iso).toISOString().slice(0, 19).replace('T', ' ')} UTC`
}
