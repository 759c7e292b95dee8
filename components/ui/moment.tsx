'use client'
import { Fragment, useSyncExternalStore } from 'react'
import { readerTimeZone } from '#lib/client/reader-time-zone'
import { serviceNow } from '#lib/client/service-clock'
import { inSentence, type MomentShow, momentText, unbrokenParts, utcText } from '#lib/domain/text/moment'

const minute = 60_000

/** Calls back once a minute, so that "5 minutes ago" stays correct. */
function onMinute(changed: () => void): () => void {
  const timer = setInterval(changed, minute)
  return () => clearInterval(timer)
}

/** The reader, at the time of the service. The first formatter of a page takes long to make, so the zone is not asked for an age. */
export const readerNow = () => ({
  now: serviceNow(),
  get timeZone() {
    return readerTimeZone()
  },
})

/**
 * A time in the reader's zone, with UTC in its title. “Today” is by the clock of the service, which somebody may have moved in a
 * demonstration. The server, which does not know the zone, writes UTC.
 *
 * @param iso ISO 8601 with a zone
 */
export function Moment({
  iso,
  show = 'datetime',
  within = false,
  saysZone = false,
  className,
}: {
  iso: string
  show?: MomentShow
  /** True if words precede it in the same sentence. */
  within?: boolean
  /**
   * True for a time that must not be missed, such as a deadline, in a sentence or a row of details: the text then says whose time it is.
   * Headings and cards leave it out, because they lead to such a row.
   */
  saysZone?: boolean
  className?: string
}) {
  const text = useSyncExternalStore(
    onMinute,
    () => `${momentText(iso, show, readerNow())}${saysZone ? ' (your time)' : ''}`,
    () => utcText(iso),
  )
  const words = within ? inSentence(text) : text
  const parts = within || saysZone ? unbrokenParts(words) : [words]
  return (
    <time
      dateTime={iso}
      title={utcText(iso)}
      className={`${parts.length > 1 ? '' : 'whitespace-nowrap'} ${className ?? ''}`}
    >
      {parts.map((part, index) => (
        <Fragment key={part}>
          {index > 0 && ' '}
          {parts.length > 1 ? <span className="whitespace-nowrap">{part}</span> : part}
        </Fragment>
      ))}
    </time>
  )
}
