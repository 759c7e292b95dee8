'use client'
import { createContext, type ReactNode, use, useEffect, useState } from 'react'
import { Choice } from '#components/ui/choice'
import { utcText } from '#components/ui/utc-time'
import { createKeptValue } from '#lib/client/kept-value'
import { ageText, durationText, localText } from './time-words.ts'
import { useOperator } from './use-operator.ts'

const formats = ['utc', 'local', 'age'] as const
type TimeFormat = (typeof formats)[number]

const kept = createKeptValue<TimeFormat>({
  place: 'cairn.operator.times',
  parse: (text) => formats.find((format) => JSON.stringify(format) === text) ?? 'utc',
})
const renewEveryMs = 10_000

const TimeFormatContext = createContext<{
  format: TimeFormat
  now: number
  choose: (format: TimeFormat) => void
}>({ format: 'utc', now: 0, choose: () => {} })

/** How every time on the console's pages is shown; kept in this browser. */
export function TimeFormatProvider({ children }: { children: ReactNode }) {
  const [format, setFormat] = useState<TimeFormat>(() => kept.read())
  const operator = useOperator()
  // The service's clock is what times are told by; a sandbox's may be days ahead.
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
      // A browser that keeps nothing shows it so until the page is left.
    }
  }
  return <TimeFormatContext value={{ format, now: now + aheadMs, choose }}>{children}</TimeFormatContext>
}

export function TimeFormatChoice() {
  const { format, choose } = use(TimeFormatContext)
  return (
    <Choice
      label="Show times as"
      value={format}
      onChange={choose}
      options={[
        { value: 'utc', text: 'UTC' },
        { value: 'local', text: 'Local' },
        { value: 'age', text: 'Ago' },
      ]}
    />
  )
}

/** A time as the reader chose to see times; the others stand in its title. */
export function Time({ iso }: { iso: string }) {
  const { format, now } = use(TimeFormatContext)
  const texts = { utc: utcText(iso), local: localText(iso), age: ageText(iso, now) }
  return (
    <time dateTime={iso} title={Object.values(texts).join('\n')} className="whitespace-nowrap tabular-nums">
      {texts[format]}
    </time>
  )
}

/** How long ago something began, however times are shown: `3 min`. */
export function Age({ iso }: { iso: string }) {
  const { now } = use(TimeFormatContext)
  const seconds = Math.max(0, Math.round((now - new Date(iso).getTime()) / 1_000))
  return (
    <time dateTime={iso} title={utcText(iso)} className="whitespace-nowrap tabular-nums">
      {durationText(seconds)}
    </time>
  )
}
