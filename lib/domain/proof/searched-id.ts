/** What a text that somebody searches for can be. */
export type SearchedId =
  /** 32 bytes that may be of any kind, `0x` hex. */
  | { form: 'hash'; value: `0x${string}` }
  /** The text claims to be the SHA-256 of a file, `0x` hex. */
  | { form: 'fingerprint'; value: `0x${string}` }
  | { form: 'tree_number'; value: string }
  /** A geohash or coordinates. Trees have no places. */
  | { form: 'place'; value: string }
  /** An account. Trees are not listed by attester. */
  | { form: 'address'; value: string }
  /** `reason` in words for people, a whole sentence. */
  | { form: 'unreadable'; reason: string }

const anyForm =
  'Give a fingerprint (SHA-256), a leaf, a root, an attestation UID or a transaction hash, each 64 hexadecimal digits, or the number of a tree.'

/** Determines by its form what a text names. In the address of a page, the hash is searched for. */
export function readSearchedId(text: string): SearchedId {
  const trimmed = text.trim()
  if (trimmed === '') return unreadable(anyForm)
  if (/^https?:\/\//i.test(trimmed)) return readAddressOfPage(trimmed)
  const compact = trimmed.replace(/\s+/g, '')
  const named = /^sha-?256:(?:0x)?([0-9a-f]{64})$/i.exec(compact)
  if (named) return { form: 'fingerprint', value: hex(named[1]!) }
  if (/^(?:0x)?[0-9a-f]{64}$/i.test(compact)) return { form: 'hash', value: hex(compact) }
  if (/^0x[0-9a-f]{40}$/i.test(compact)) return { form: 'address', value: compact }
  const number = /^(?:tree)?#?(\d{1,9})$/i.exec(compact)
  if (number) return readTreeNumber(number[1]!)
  if (/…|\.\.\./.test(compact))
    return unreadable('This hash is shortened. Copy the whole: 64 hexadecimal digits.')
  const digits = compact.replace(/^(?:sha-?256:)?(?:0x)?/i, '')
  const isMarkedAsHash = digits !== compact
  if (!isMarkedAsHash && isPlace(trimmed)) return { form: 'place', value: trimmed.toLowerCase() }
  if (/^[0-9a-f]{7,}$/i.test(digits) || (isMarkedAsHash && /^[0-9a-f]*$/i.test(digits)))
    return unreadable(`This has ${digits.length} hexadecimal digits; a hash has 64.`)
  return unreadable(
    `This is no id of a record or tree. ${anyForm} To find captures of a place, search for it on the map.`,
  )
}

function readTreeNumber(digits: string): SearchedId {
  const value = digits.replace(/^0+/, '')
  return value === '' ? unreadable('Trees are numbered from 1.') : { form: 'tree_number', value }
}

/** Reads the address of a page of a proof or a tree, or of a public explorer of transactions and attestations. */
function readAddressOfPage(address: string): SearchedId {
  const hash = address.match(/(?<![0-9a-f])(?:0x)?[0-9a-f]{64}(?![0-9a-f])/gi)?.at(-1)
  if (hash) return { form: 'hash', value: hex(hash) }
  const number = /\/trees\/(\d{1,9})(?:[/?#]|$)/.exec(address)
  return number ? readTreeNumber(number[1]!) : unreadable(`There is no hash in this address. ${anyForm}`)
}

function isPlace(text: string): boolean {
  return (
    /^[0-9bcdefghjkmnpqrstuvwxyz]{1,12}$/i.test(text) ||
    /^-?\d{1,3}\.\d+\s*[,; ]\s*-?\d{1,3}\.\d+$/.test(text)
  )
}

function hex(digits: string): `0x${string}` {
  return `0x${digits.slice(-64).toLowerCase()}`
}

function unreadable(reason: string): SearchedId {
  return { form: 'unreadable', reason }
}
