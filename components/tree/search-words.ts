import type { SearchAnswer, SearchKind, SearchMatch } from '#lib/schemas/trees'

// The kinds of ids that a search finds, in words, and the pages that they lead to.

/** The kinds of ids, as texts that end the sentence “this is …”. */
export const kindNames: Record<SearchKind, string> = {
  fingerprint: 'the fingerprint (SHA-256) of a file in a leaf',
  leaf: 'a leaf',
  root: 'the root',
  attestation: 'the UID of the attestation',
  transaction: 'the transaction of the attestation',
  tree: 'the number of this tree',
}

const shortNames: Record<SearchKind, string> = {
  fingerprint: 'fingerprint (SHA-256)',
  leaf: 'leaf',
  root: 'root',
  attestation: 'attestation UID',
  transaction: 'transaction hash',
  tree: 'tree number',
}

/** “fingerprint (SHA-256), leaf or root” */
export function listKinds(kinds: readonly SearchKind[]): string {
  const names = kinds.map((kind) => shortNames[kind])
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} or ${names.at(-1)}`
}

/** The link of a match, with its leaf highlighted and a note on its kind. */
export function addressOf({ kind, tree_id, leaf_hash }: SearchMatch): string | undefined {
  if (tree_id === null) return undefined
  const query = new URLSearchParams({ ...(leaf_hash ? { leaf: leaf_hash } : {}), found: kind })
  return `/trees/${tree_id}?${query}`
}

/** The link of the match, if a search has exactly one. */
export function onlyAddress({ matches }: SearchAnswer): string | undefined {
  return matches.length === 1 ? addressOf(matches[0]!) : undefined
}
