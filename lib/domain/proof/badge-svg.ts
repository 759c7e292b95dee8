import { escapeXml } from '../text/escape-xml.ts'
import { momentText, utcDateText } from '../text/moment.ts'

export type BadgeFact =
  | { state: 'attested'; sha256: string; block: number /** ISO 8601, UTC. */; time: string }
  /** Withdrawn, and not served since `withdrawnAt`. */
  | { state: 'withdrawn'; sha256: string; withdrawnAt: string; isAnchored: boolean }
  | { state: 'pending' | 'unknown' | 'could_not_check'; sha256: string }

const words: Record<BadgeFact['state'], string> = {
  attested: 'attested',
  withdrawn: 'withdrawn',
  pending: 'waiting for its anchor',
  unknown: 'not known',
  could_not_check: 'could not check',
}
/** Light, dark. Each state also has its own symbol. */
const tones: Record<BadgeFact['state'], [light: string, dark: string]> = {
  attested: ['#3f7413', '#a9e05f'],
  withdrawn: ['#4c5a70', '#a9b8cc'],
  pending: ['#7d5400', '#f0b545'],
  unknown: ['#4c5a70', '#a9b8cc'],
  could_not_check: ['#7d5400', '#f0b545'],
}
const marks: Record<BadgeFact['state'], string> = {
  attested: 'm-3 .2 2.1 2.2 4-4.6',
  withdrawn: 'm-2.500-2.500 5 5',
  pending: 'm0-3v3.200l2 1.3',
  unknown: 'm-1.7-1.500a1.7 1.7 0 1 1 2.600 1.450c-.6.4-.9.75-.9 1.350m0 1.900v.2',
  could_not_check: 'm-2.8 0h5.6',
}

const height = 24
const name = 'Cairn'
const textStart = 27

/**
 * A badge as a picture, for places where scripts do not run. It shows the service's statement; the reader's browser checks nothing.
 * `isDemo`: the service is a demonstration, which the badge says. The width follows the text, and `textLength` fits the text to it in any font.
 */
export function writeBadge(fact: BadgeFact, { isDemo = false }: { isDemo?: boolean } = {}): string {
  const text = `${textOf(fact)}${isDemo ? ', demo' : ''}`
  const nameWidth = widthOf(name)
  const textWidth = widthOf(text)
  const markAt = textStart + nameWidth + 15
  const textAt = markAt + 10
  const width = textAt + textWidth + 10
  const [light, dark] = tones[fact.state]
  const dash = fact.state === 'pending' || fact.state === 'could_not_check' ? ' stroke-dasharray="2.4 2"' : ''
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" aria-labelledby="t">
<title id="t">${escapeXml(titleOf(fact))}${isDemo ? ' This is a demonstration with a test chain, and no evidence.' : ''}</title>
<style>.g{fill:#fff;stroke:#868d84}.n{fill:#5d665e}.s{fill:${light}}.m{stroke:${light}}@media (prefers-color-scheme:dark){.g{fill:#151d19;stroke:#66756c}.n{fill:#9fb0a6}.s{fill:${dark}}.m{stroke:${dark}}}</style>
<rect class="g" x=".5" y=".5" width="${width - 1}" height="${height - 1}" rx="11.5"/>
<g transform="translate(7 4.5) scale(.46)" class="n"><ellipse cx="16" cy="26.4" rx="14" ry="3.9"/><ellipse cx="16.5" cy="19.2" rx="10.6" ry="3.4"/><ellipse cx="15.7" cy="12.7" rx="7.6" ry="2.9"/><ellipse cx="16.2" cy="7" rx="4.8" ry="2.5" fill="#7fb32a"/></g>
<g font-family="system-ui,-apple-system,'Segoe UI',Verdana,'DejaVu Sans',sans-serif" font-size="11.5"><text class="n" x="${textStart}" y="16" textLength="${nameWidth}" lengthAdjust="spacingAndGlyphs">${name}</text><text class="s" font-weight="600" x="${textAt}" y="16" textLength="${textWidth}" lengthAdjust="spacingAndGlyphs">${escapeXml(text)}</text></g>
<g class="m" fill="none" stroke-width="1.4" stroke-linecap="round" stroke-linejoin="round"><circle cx="${markAt}" cy="12" r="6"${dash}/><path d="M${markAt} 12${marks[fact.state]}"/></g>
</svg>
`
}

function textOf(fact: BadgeFact): string {
  if (fact.state === 'attested') return `${words.attested} ${readable(fact.time, utcDay)}`
  return fact.state === 'withdrawn'
    ? `${words.withdrawn} ${readable(fact.withdrawnAt, utcDay)}`
    : words[fact.state]
}

/** A text that is not a time is shown unchanged: the picture has no other place for an error. */
function readable(iso: string, write: (iso: string) => string): string {
  return Number.isNaN(Date.parse(iso)) ? iso : write(iso)
}

/** `4 Mar 2026 UTC`: near midnight it is another day elsewhere. */
function utcDay(iso: string): string {
  return `${momentText(iso, 'date', { now: new Date(0), timeZone: 'UTC' })} UTC`
}

function titleOf(fact: BadgeFact): string {
  const fingerprint = `Cairn: the fingerprint ${fact.sha256.slice(0, 8)}…${fact.sha256.slice(-8)}`
  switch (fact.state) {
    case 'attested':
      return `${fingerprint} was attested in block ${fact.block} on ${readable(fact.time, utcDateText)}, so a file with it existed by then. The badge says nothing about what the file shows.`
    case 'withdrawn':
      return `${fingerprint} belongs to a capture that this service withdrew on ${readable(fact.withdrawnAt, utcDateText)}: it is no longer sold or shown there. ${fact.isAnchored ? 'Its attestation can still be checked' : 'It waits for the next anchor all the same'}.`
    case 'pending':
      return `${fingerprint} waits for the next anchor.`
    case 'unknown':
      return `${fingerprint} is not known here. That does not mean the file is fake.`
    case 'could_not_check':
      return `${fingerprint} could not be checked just now. This says nothing about the file.`
  }
}

/** Pixels at 11.5 pixels, by the advance widths of common sans-serif fonts. */
function widthOf(text: string): number {
  const widths = [...text].map((character) =>
    /[il.,'|]/.test(character) ? 3.2 : /[frtj -]/.test(character) ? 4.6 : /[mwMW]/.test(character) ? 10 : 6.9,
  )
  return Math.ceil(widths.reduce((sum, width) => sum + width, 0))
}
