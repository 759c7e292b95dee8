import { Moment } from './moment.tsx'

/** A time in sentences of the API, as `utcText` or `isoTime` writes it. */
const utcTime = /(?:at )?(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d:\d\d)(?: UTC|Z)/

/** A sentence of the API with its times in the reader's zone. */
export function TextWithTimes({ text }: { text: string }) {
  // Each time adds its two parts, date and time of day, between the words around it.
  const parts = text.split(utcTime)
  return parts.map((part, index) => {
    if (index % 3 === 0) return part
    const iso = `${part}T${parts[index + 1]}Z`
    return index % 3 === 1 && <Moment key={iso} within iso={iso} />
  })
}
