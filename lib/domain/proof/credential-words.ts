import type { Credentials, EditKind } from './credentials.ts'

// Texts about Content Credentials, the same on every page.

const editNames: Record<EditKind, string> = {
  cropped: 'cropped',
  resized: 'resized',
  rotated: 'rotated',
  trimmed: 'cut shorter or changed in speed',
  colours: 'colours adjusted',
  filtered: 'filtered',
  drawn: 'drawn on',
  combined: 'combined with other pictures',
  removed: 'parts removed',
  sound: 'sound changed',
  text: 'text changed',
  metadata: 'metadata changed',
  watermarked: 'watermarked',
  converted: 'converted to another format',
  other: 'other changes',
}

/** The verdict in one sentence. */
export function credentialSentence({ state, signer }: Credentials): string {
  const who = signer === null ? 'an unnamed signer' : `“${signer}”`
  switch (state) {
    case 'none':
      return 'No Content Credentials were found in this file.'
    case 'trusted':
      return `Signed by ${who}, a signer on the C2PA trust list.`
    case 'untrusted':
      return `Signed by ${who}, who is not on the C2PA trust list.`
    case 'does_not_match':
      return 'The file does not match its Content Credentials.'
    case 'could_not_validate':
      return 'Its Content Credentials could not be validated.'
  }
}

/** The consequence for a reader who does not know Content Credentials; `undefined` if the sentence is enough. */
export function credentialMeaning({ state }: Pick<Credentials, 'state'>): string | undefined {
  switch (state) {
    case 'none':
      return 'Most cameras do not add any.'
    case 'trusted':
      return undefined
    case 'untrusted':
      return 'Anyone can sign under any name. The file has not changed since it was signed.'
    case 'does_not_match':
      return 'The file or its credentials were changed after they were signed.'
    case 'could_not_validate':
      return 'This says nothing about whether the file was changed.'
  }
}

/** The text for the declared use of a generative model; `undefined` if none is declared. */
export function aiText({ aiUse }: Credentials): string | undefined {
  if (aiUse === null) return undefined
  return aiUse === 'generated' ? 'Declared as made by AI' : 'Declared as partly made by AI'
}

/** The declared changes, separated by commas. */
export function editsText({ edits }: Credentials): string | undefined {
  return edits.length === 0 ? undefined : edits.map((kind) => editNames[kind]).join(', ')
}

/** The whole verdict in one line, for a table or a list. */
export function credentialLine(credentials: Credentials): string {
  const { generator } = credentials
  const edits = editsText(credentials)
  const parts = [
    credentialSentence(credentials),
    generator && `Made with ${generator}.`,
    aiText(credentials) && `${aiText(credentials)}.`,
    edits && `Declared changes: ${edits}.`,
  ]
  return parts.filter(Boolean).join(' ')
}
