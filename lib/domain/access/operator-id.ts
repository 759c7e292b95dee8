/** The kinds of ids that an operator can search for, by their form. */
export type OperatorId =
  | { form: 'uuid' | 'bounty' | 'submission' | 'upload' | 'key_prefix'; value: string }
  /** 32 bytes of any kind: a transaction, a fingerprint, a nonce, a leaf; `0x` hex. */
  | { form: 'hash'; value: `0x${string}` }
  | { form: 'address'; value: `0x${string}` }
  /** `of`: what it numbers, if the text says so. */
  | { form: 'number'; value: number; of?: Numbered }
  | { form: 'shortened'; value: ShortenedId }
  /** `reason` is a whole sentence for people. `words`: the text, unless it may be a secret. */
  | { form: 'unreadable'; reason: string; words?: string }

type Numbered = 'payment' | 'transaction' | 'tree' | 'report'

/**
 * The beginning of an id and, after an ellipsis, its end: hexadecimal digits in lower case. `digits`: of a hash, a wallet or a
 * request.
 */
export type ShortenedId = { of: 'digits' | 'bounty' | 'submission' | 'upload'; start: string; end: string }

const forms =
  'Give the id of a request (from any answer), of a bounty (bty_), a submission (sub_) or an upload (upl_), a transaction hash or fingerprint (64 hexadecimal digits), a wallet (0x and 40), or the number of a payment, a transaction, a tree or a report.'

/** Reads an id, also within an address of a page or an explorer. */
export function readOperatorId(text: string): OperatorId {
  const trimmed = text.trim()
  if (/^cairn_[\w-]{8}$/.test(trimmed)) return { form: 'key_prefix', value: trimmed }
  if (/^cairn_|^whsec_/i.test(trimmed))
    return {
      form: 'unreadable',
      reason: 'This looks like a secret, and was not looked for. Tell its owner to replace it.',
    }
  const id = /^https?:\/\//i.test(trimmed) ? idInAddress(trimmed) : trimmed.replace(/^sha-?256:/i, '')
  const compact = (id ?? '').replace(/\s+/g, '').toLowerCase()
  const [, prefix] = /^(bty|sub|upl)_[0-9a-f]{32}$/.exec(compact) ?? []
  if (prefix) return { form: named[prefix as keyof typeof named], value: compact }
  if (/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(compact)) return { form: 'uuid', value: compact }
  if (/^(0x)?[0-9a-f]{64}$/.test(compact)) return { form: 'hash', value: `0x${compact.slice(-64)}` }
  if (/^0x[0-9a-f]{40}$/.test(compact)) return { form: 'address', value: compact as `0x${string}` }
  const [, of, number] = /^(payment|transaction|tree|report)?#?(\d{1,15})$/.exec(compact) ?? []
  if (number) return { form: 'number', value: Number(number), ...(of && { of: of as Numbered }) }
  const shortened = readShortened(compact)
  if (shortened === 'too short')
    return {
      form: 'unreadable',
      reason: 'This is shortened too much. Give at least six hexadecimal digits of its beginning.',
    }
  if (shortened && (compact === trimmed.toLowerCase() || shortened.end !== ''))
    return { form: 'shortened', value: shortened }
  const reason = `Nothing here has an id of this form. ${forms}`
  return { form: 'unreadable', reason, ...(trimmed !== '' && { words: trimmed }) }
}

const named = { bty: 'bounty', sub: 'submission', upl: 'upload' } as const

/** Digits without `0x` or an ellipsis are read as an id only if they are neither a number nor a word. */
function readShortened(text: string): ShortenedId | 'too short' | undefined {
  const [, prefix, start = '', gap, end = ''] =
    /^(0x|bty_|sub_|upl_)?([0-9a-f]{0,63})(?:(…|\.{2,3})([0-9a-f]{0,60}))?$/.exec(text) ?? []
  const isNumberOrWord = !/\d/.test(start) || !/[a-f]/.test(start)
  const isMarked = prefix !== undefined || gap !== undefined
  if (start === '' || (!isMarked && (start.length < minStart || isNumberOrWord))) return undefined
  // A search reads all ids with this beginning: one in 65,536 with four digits.
  if (start.length < minStart && (start.length < 4 || end.length < 4)) return 'too short'
  const of = !prefix || prefix === '0x' ? 'digits' : named[prefix.slice(0, 3) as keyof typeof named]
  return { of, start, end }
}

const minStart = 6

function idInAddress(address: string): string | undefined {
  const patterns = [
    /(?<![\w])(?:bty|sub|upl)_[0-9a-f]{32}(?!\w)/gi,
    /(?<![0-9a-f])[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}(?![0-9a-f])/gi,
    /(?<![0-9a-f])(?:0x)?[0-9a-f]{64}(?![0-9a-f])/gi,
    /0x[0-9a-f]{40}(?![0-9a-f])/gi,
  ]
  for (const pattern of patterns) {
    const found = address.match(pattern)?.at(-1)
    if (found) return found
  }
  return undefined
}
