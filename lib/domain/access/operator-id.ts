/** The kinds of ids that an operator can search for, by their form. */
export type OperatorId =
  | { form: 'uuid' | 'bounty' | 'submission' | 'upload' | 'key_prefix'; value: string }
  /** 32 bytes of any kind: a transaction, a fingerprint, a nonce, a leaf; `0x` hex. */
  | { form: 'hash'; value: `0x${string}` }
  | { form: 'address'; value: `0x${string}` }
  | { form: 'number'; value: number }
  /** `reason` is a whole sentence for people. `words`: the text, unless it may be a secret. */
  | { form: 'unreadable'; reason: string; words?: string }

const forms =
  'Give the id of a request (from any answer), of a bounty (bty_), a submission (sub_) or an upload (upl_), a transaction hash or fingerprint (64 hexadecimal digits), a wallet (0x and 40), or the number of a payment, a transaction or a tree.'

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
  const [, number] = /^(?:payment|transaction|tree)?#?(\d{1,15})$/.exec(compact) ?? []
  if (number) return { form: 'number', value: Number(number) }
  if (/…|\.\.\./.test(compact))
    return { form: 'unreadable', reason: 'This is shortened. Copy the whole id, by the button beside it.' }
  const reason = `Nothing here has an id of this form. ${forms}`
  return { form: 'unreadable', reason, ...(trimmed !== '' && { words: trimmed }) }
}

const named = { bty: 'bounty', sub: 'submission', upl: 'upload' } as const

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
