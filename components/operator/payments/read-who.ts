import { readOperatorId } from '#lib/domain/access/operator-id'
import type { FoundAnything } from '#lib/schemas/operator-find'

/** A problem is also set for a text that may be a secret, which is put into no address, because addresses are logged. */
type Who = { filters: { payer: string; reference: string } } | { problem: string }

/** Reads what was typed into the field for a wallet, a nonce or a transaction. A shortened id must be completed first. */
export function readWho(text: string): Who | { shortened: string } {
  if (text === '') return { filters: { payer: '', reference: '' } }
  const read = readOperatorId(text)
  if (read.form === 'address') return { filters: { payer: read.value, reference: '' } }
  if (read.form === 'hash') return { filters: { payer: '', reference: read.value } }
  if (read.form === 'shortened' && read.value.of === 'digits') return { shortened: text }
  if (read.form === 'unreadable' && read.words === undefined) return { problem: read.reason }
  return { problem: 'Type a wallet, a nonce or a transaction here. The search above finds all other ids.' }
}

/** Reads what the search found for a shortened id. */
export function readCompleted({ id, places, has_more }: FoundAnything): Who {
  const whole = readWho(id)
  if ('filters' in whole) return whole
  if (places.some(({ outcome }) => outcome === 'could_not_look'))
    return { problem: 'Could not search everywhere. Try again in a moment, or type the whole id.' }
  if (has_more || places.some(({ found }) => found.length > 0))
    return { problem: 'More than one id begins with these digits. Type more of them.' }
  return {
    problem:
      'No wallet, and no newer payment’s nonce or transaction, begins with these digits. Older payments are found by a whole id only.',
  }
}
