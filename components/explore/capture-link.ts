/** In UTC, because people in all time zones read the brief. */
const day = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
})

export type WantedCapture = {
  /** A geohash. */
  cell: string
  /** The time window without captures. Absent means all time. */
  window?: { from: string; to: string }
  /** The time of the newest known capture; absent if no capture is known. */
  newest?: string
  /** True if the cell has captures around it that the reader has not paid for. Nothing about them is shown. */
  isUnseen?: boolean
}

/**
 * The link to the bounty form, filled in for a cell. It names only the cell, and nothing of the searched area. A position would read as the
 * point to film, which nobody chose.
 *
 * @param name of the cell; without one, the poster writes the title
 */
export function captureLink(
  { cell, window, newest, isUnseen = false }: WantedCapture,
  name?: string,
): string {
  const params = new URLSearchParams({
    place: cell,
    ...(name && { title: `As it is today: ${name}` }),
    brief: [
      'Film in the area that the map shows. Walk slowly, in daylight, and keep the place in the picture.',
    ]
      .concat(isUnseen ? [] : knownWords(window, newest))
      .join('\n\n'),
  })
  return `/bounties/new?${params}`
}

function knownWords(window: WantedCapture['window'], newest: string | undefined): string {
  if (newest) return `The newest known capture is from ${day.format(new Date(newest))} (UTC).`
  return window
    ? `No capture from ${day.format(new Date(window.from))} to ${day.format(new Date(window.to))} (UTC) is known.`
    : 'No capture is known.'
}
