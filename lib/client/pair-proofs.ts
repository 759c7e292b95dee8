import { type BundleFile, bundleFor, type GivenProofs, isMadeFor } from './bundle.ts'
import type { CheckRow } from './check-row.ts'

/**
 * The proofs that no file has yet, and those that were compared with another file than theirs.
 *
 * @param unused proofs that have no row
 */
export function looseProofs(rows: readonly CheckRow[], unused: Iterable<BundleFile>): GivenProofs {
  const unmatched = rows.flatMap(({ bundle, sha256 = '', isProofAlone }) =>
    bundle && (isProofAlone || !isMadeFor(bundle, sha256)) ? bundle : [],
  )
  return { bundles: [...unused, ...unmatched], fileCount: rows.filter(({ file }) => file).length }
}

/** Which of the hashed files the proofs belong to that were given after them. A file changes its proof only for one that was made for it. */
export function joinsOf(
  bundles: readonly BundleFile[],
  rows: readonly CheckRow[],
  loose: GivenProofs,
): { id: number; bundle: BundleFile }[] {
  return rows.flatMap(({ id, name, sha256, state, file, bundle: earlier }) => {
    if (!file || !sha256 || state === 'cancelled') return []
    const bundle = bundleFor({ name, sha256 }, loose)
    const isTheirs = bundle && bundles.includes(bundle) && (!earlier || isMadeFor(bundle, sha256))
    return isTheirs ? { id, bundle } : []
  })
}
