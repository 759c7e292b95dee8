'use client'
import { createContext, type ReactNode, use, useEffect, useState } from 'react'
import { Choice } from '#components/ui/choice'
import { createKeptValue } from '#lib/client/kept-value'
import { readerTimeZone } from '#lib/client/reader-time-zone'
import { inSentence, momentText, utcText } from '#lib/domain/text/moment'
import { ageText, durationText, underHours } from './time-words.ts'
import { useOperator } from './use-operator.ts'

const formats = ['local', 'utc', 'age'] as const
export type TimeFormat = (typeof formats)[number]

const kept = createKeptValue<TimeFormat>({
  place: 'cairn.operator.times',
  parse: (text) => formats.find((format) => JSON.stringify(format) === text) ?? 'local',
})
const renewEveryMs = 10_000

const TimeFormatContext = createContext<{
  format: TimeFormat
  now: number
  choose: (format: TimeFormat) => void
}>({ format: 'local', now: 0, choose: () => {} })

/** The format of all times on the console's pages, stored in this browser. */
export function TimeFormatProvider({ children }: { children: ReactNode }) {
  const [format, setFormat] = useState<TimeFormat>(() => kept.read())
  const operator = useOperator()
  // Ages are relative to the service's clock, which may be days ahead in a sandbox.
  const [aheadMs] = useState(() => new Date(operator.now).getTime() - Date.now())
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), renewEveryMs)
    return () => clearInterval(timer)
  }, [])
  const choose = (chosen: TimeFormat) => {
    setFormat(chosen)
    try {
      kept.write(chosen)
    } catch {
      // If the browser blocks storage, the choice lasts until the page is closed.
    }
  }
  return <TimeFormatContext value={{ format, now: now + aheadMs, choose }}>{children}</TimeFormatContext>
}

/** The chosen format, and a function that chooses another. */
export function useTimeFormat() {
  const { format, choose } = use(TimeFormatContext)
  return { format, choose }
}

export function TimeFormatChoice() {
  const { format, choose } = useTimeFormat()
  return (
    <Choice
      label="Show times as"
      value={format}
      onChange={choose}
      options={[
        { value: 'local', text: 'Local' },
        { value: 'utc', text: 'UTC' },
        { value: 'age', text: 'Ago' },
      ]}
    />
  )
}

const timeZone = readerTimeZone()

/** The time by the service's clock, in epoch milliseconds, to within ten seconds. */
export function useNow(): number {
  return use(TimeFormatContext).now
}

/** Writes a time as the reader chose. @param show for local times; those in UTC always have their seconds */
export function useTimeText(show: 'datetime' | 'exact' = 'datetime'): (iso: string) => string {
  const { format, now } = use(TimeFormatContext)
  const texts = {
    local: (iso: string) => momentText(iso, show, { now: new Date(now), timeZone }),
    utc: utcText,
    age: (iso: string) => ageText(iso, now),
  }
  return texts[format]
}

/** Returns a function that writes a time as text: in UTC if the operator chose UTC, otherwise (local times or ages) in the local time zone. */
export function useClockText(): (iso: string) => string {
  const { format, now } = use(TimeFormatContext)
  return (iso) =>
    format === 'utc'
      ? utcText(iso)
      : inSentence(momentText(iso, 'datetime', { now: new Date(now), timeZone }))
}

/** A time that, in a narrow column of a table, wraps between its day and its hour and nowhere else. */
function Breakable({ text }: { text: string }) {
  const [, day, hour] = /^(\d{4}-\d\d-\d\d|[^,]+,) (.+)$/.exec(text) ?? []
  if (day === undefined) return <span className="whitespace-nowrap">{text}</span>
  return (
    <>
      <span className="whitespace-nowrap">{day}</span> <span className="whitespace-nowrap">{hour}</span>
    </>
  )
}

type TimeProps = {
  iso: string
  /** True if words precede it in the same sentence. */
  within?: boolean
  /** True for the steps of something, which may be seconds apart. */
  exact?: boolean
}

/** A time in the format that the reader chose, with UTC in its title. */
export function Time({ iso, within = false, exact = false }: TimeProps) {
  const write = useTimeText(exact ? 'exact' : 'datetime')
  const text = write(iso)
  return (
    <time dateTime={iso} title={utcText(iso)} className="whitespace-nowrap tabular-nums">
      <Breakable text={within ? inSentence(text) : text} />
    </time>
  )
}

/** The hour in which something happened, of which only the beginning is stored: `Today, in the hour of 17:00`. */
export function Hour({ iso }: { iso: string }) {
  const { format, now } = use(TimeFormatContext)
  const write = useTimeText()
  const begin = new Date(iso)
  const end = new Date(begin.getTime() + 3_600_000).toISOString()
  const texts = {
    local: () => write(iso).replace(/, (?=[^,]*$)/, ', in the hour of '),
    utc: () => `${iso.slice(0, 16).replace('T', ' ')} to ${end.slice(11, 16)} UTC`,
    age: () => `${underHours((now - begin.getTime()) / 1_000)} ago`,
  }
  return (
    <time
      dateTime={iso}
      title={`In the hour from ${utcText(iso)}`}
      className="whitespace-nowrap tabular-nums"
    >
      <Breakable text={texts[format]()} />
    </time>
  )
}

/** A day, UTC, of which no time is stored. @param day `YYYY-MM-DD` */
export function Day({ day }: { day: string }) {
  const { format, now } = use(TimeFormatContext)
  const text =
    format === 'utc' ? day : momentText(`${day}T12:00:00Z`, 'date', { now: new Date(now), timeZone: 'UTC' })
  return (
    <time dateTime={day} title={`${day}, UTC`} className="whitespace-nowrap tabular-nums">
      <Breakable text={text} />
    </time>
  )
}

/** The age of an object, independent of the chosen time format: `3 min`. */
export function Age({ iso }: { iso: string }) {
  const { now } = use(TimeFormatContext)
  const seconds = Math.max(0, Math.round((now - new Date(iso).getTime()) / 1_000))
  return (
    <time dateTime={iso} title={utcText(iso)} className="whitespace-nowrap tabular-nums">
      <Breakable text={durationText(seconds)} />
    </time>
  )
}
