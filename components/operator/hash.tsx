import { checksumAddress } from '#lib/domain/chain/checksum-address'
import { CopyButton } from '../ui/copy-button.tsx'
import { shortHash, Hash as WrittenHash } from '../ui/hash.tsx'

// Ids in the console. The API returns addresses in lower case or with the EIP-55 checksum; the console always shows the checksum form.

/** True for an address, in any letter case. */
export function isAddress(id: string): id is `0x${string}` {
  return /^0x[0-9a-f]{40}$/i.test(id)
}

export function writtenId(id: string): string {
  return isAddress(id) ? checksumAddress(id) : id
}

/** First and last digits of a long id. */
export function shortId(id: string): string {
  return shortHash(writtenId(id))
}

/** First and last digits of an id, with the whole id to copy. @param label what is copied */
export function Hash({ value, label }: { value: string; label: string }) {
  return <WrittenHash value={writtenId(value)} label={label} />
}

/** Copies the whole of an id that is shown shortened; nothing for one that is shown in full. */
export function CopyId({ id, label = 'the whole id' }: { id: string; label?: string }) {
  return shortId(id) === writtenId(id) ? null : <CopyButton text={writtenId(id)} label={`Copy ${label}`} />
}
