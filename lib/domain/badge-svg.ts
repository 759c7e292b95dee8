import { escapeXml } from './escape-xml.ts'

export type BadgeFact =
  | { state: 'attested'; sha256: string; block: number /** ISO 8601, UTC. */; time: string }
  /** Not served any more since then. */
  | { state: 'withdrawn'; sha256: string; withdrawnAt: string; isAnchored: boolean }
  | { state: 'pending' | 'unknown' | 'could_not_check'; sha256: string }

const words: Record<BadgeFact['state'], string> = {
  attested: 'attested',
  withdrawn: 'withdrawn',
  pending: 'waiting for its anchor',
  unknown: 'not known',
  could_not_check: 'could not check',
}
/** Light, dark. Each state has a mark of its own too. */
const tones: Record<BadgeFact['state'], [light: string, dark: string]> = {
  attested: ['#13612f', '#7fd69a'],
  withdrawn: ['#45536b', '#b0bed8'],
  pending: ['#7a4a00', '#ecbf6d'],
  unknown: ['#45536b', '#b0bed8'],
  could_not_check: ['#7a4a00', '#ecbf6d'],
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
 * A badge as a picture, for where no script runs. It tells what the service says; nothing in it is checked by the reader.
 * The width follows the text, and `textLength` holds the text to it whatever font is there.
 */
export function writeBadge(fact: BadgeFact): string {
  const text = textOf(fact)
  const nameWidth = widthOf(name)
  const textWidth = widthOf(text)
  const markAt = textStart + nameWidth + 15
  const textAt = markAt + 10
  const width = textAt + textWidth + 10
  const [light, dark] = tones[fact.state]
  const dash = fact.state === 'pending' || fact.state === 'could_not_check' ? ' stroke-dasharray="2.4 2"' : ''
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" aria-labelledby="t">
<title id="t">${escapeXml(titleOf(fact))}</title>
<style>.g{fill:#fbfcfd;stroke:#858d94}.n{fill:#4b545d}.s{fill:${light}}.m{stroke:${light}}@media (prefers-color-scheme:dark){.g{fill:#1d242b;stroke:#7b848c}.n{fill:#aab2b9}.s{fill:${dark}}.m{stroke:${dark}}}</style>
<rect class="g" x=".5" y=".5" width="${width - 1}" height="${height - 1}" rx="11.5"/>
<g transform="translate(7 4.5) scale(.46)" class="n"><path d="M4.6 29.200c-2.5-.3-3.6-2.3-2.5-4.3 1.4-2.6 6.6-3.8 14-3.8 7.7 0 12.3 1.3 13.4 3.8.9 2.2-.3 4-2.7 4.3-6.6.5-15.6.5-22.2 0ZM8.7 19.800c-2.2-.3-3.2-1.9-2.5-3.6.9-2.2 4.6-3.3 9.7-3.3 5.5 0 9.1 1.2 9.9 3.2.8 1.9-.4 3.4-2.6 3.7-4.4.4-10 .4-14.5 0Z"/><path fill="#c4dc2c" d="M12.6 11.600c-1.9-.3-2.8-1.8-2.1-3.4.9-2 3.2-3.1 6-2.9 2.9.1 5.1 1.5 5.5 3.3.3 1.6-.8 2.8-2.7 3-2.3.3-4.5.3-6.7 0Z"/></g>
<g font-family="system-ui,-apple-system,'Segoe UI',Verdana,'DejaVu Sans',sans-serif" font-size="11.5"><text class="n" x="${textStart}" y="16" textLength="${nameWidth}" lengthAdjust="spacingAndGlyphs">${name}</text><text class="s" font-weight="600" x="${textAt}" y="16" textLength="${textWidth}" lengthAdjust="spacingAndGlyphs">${escapeXml(text)}</text></g>
<g class="m" fill="none" stroke-width="1.4" stroke-linecap="round" stroke-linejoin="round"><circle cx="${markAt}" cy="12" r="6"${dash}/><path d="M${markAt} 12${marks[fact.state]}"/></g>
</svg>
`
}

function textOf(fact: BadgeFact): string {
  if (fact.state === 'attested') return `${words.attested} ${fact.time.slice(0, 10)}`
  return fact.state === 'withdrawn'
    ? `${words.withdrawn} ${fact.withdrawnAt.slice(0, 10)}`
    : words[fact.state]
}

function titleOf(fact: BadgeFact): string {
  const fingerprint = `Cairn: the fingerprint ${fact.sha256.slice(0, 8)}…${fact.sha256.slice(-8)}`
  switch (fact.state) {
    case 'attested':
      return `${fingerprint} was attested in block ${fact.block} at ${fact.time.slice(0, 19).replace('T', ' ')} UTC, so a file with it existed by then. What the file shows is not judged.`
    case 'withdrawn':
      return `${fingerprint} belongs to a capture that this service withdrew at ${fact.withdrawnAt.slice(0, 19).replace('T', ' ')} UTC: it is no longer sold or shown there. ${fact.isAnchored ? 'Its attestation can still be checked' : 'It waits for the next anchor all the same'}.`
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
