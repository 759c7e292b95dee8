import { readOperatorId } from '#lib/domain/access/operator-id'

type Who =
  | { filters: { payer: string; reference: string } }
  /** For the search of the console, which also reads shortened ids and numbers, and says what it cannot read. */
  | { search: string }
  /** Set when the text is not an id and may be a secret. It is not put into an address, because addresses are logged. */
  | { problem: string }

/** Reads what was typed into the field for a wallet, a nonce or a transaction. */
export function readWho(text: string): Who {
  if (text === '') return { filters: { payer: '', reference: '' } }
  const read = readOperatorId(text)
  if (read.form === 'address') return { filters: { payer: read.value, reference: '' } }
  if (read.form === 'hash') return { filters: { payer: '', reference: read.value } }
  if (read.form === 'unreadable' && read.words === undefined) return { problem: read.reason }
  return { search: text }
}
