import { type BundleFile, bundleFor, type GivenProofs, givenProofs, isMadeFor } from './bundle.ts'
import type { CheckRow } from './check-row.ts'

// Pairs the given proofs with the given files.

/**
 * The proofs that no file has yet, and those that were compared with another file than theirs.
 *
 * @param unused proofs that have no row
 */
export function looseProofs(rows: readonly CheckRow[], unused: Iterable<BundleFile>): GivenProofs {
  const unmatched = rows.flatMap(({ bundle, sha256 = '', isProofAlone }) =>
    bundle && (isProofAlone || !isMadeFor(bundle, sha256)) ? bundle : [],
  )
  return givenProofs([...unused, ...unmatched], rows.filter(({ file }) => file).length)
}

/** Which of the hashed files the proofs belong to that were given after them. A file changes its proof only for one that was made for it. */
export function joinsOf(
  bundles: readonly BundleFile[],
  rows: readonly CheckRow[],
  loose: GivenProofs,
): { id: number; bundle: BundleFile }[] {
  const isNew = new Set(bundles)
  return rows.flatMap(({ id, name, sha256, state, file, bundle: earlier }) => {
    if (!file || !sha256 || state === 'cancelled') return []
    const bundle = bundleFor({ name, sha256 }, loose)
    const isTheirs = bundle && isNew.has(bundle) && (!earlier || isMadeFor(bundle, sha256))
    return isTheirs ? { id, bundle } : []
  })
}

/** The loose proofs of a run, indexed once for many files. */
export class LooseProofs {
  readonly #find: () => GivenProofs
  #found: GivenProofs | undefined

  constructor(find: () => GivenProofs) {
    this.#find = find
  }

  /** To be called when files or proofs are added. */
  forget(): void {
    this.#found = undefined
  }

  read(): GivenProofs {
    this.#found ??= this.#find()
    return this.#found
  }

  /**
   * Like the function `bundleFor`. A proof that has joined its own file since the index was made is not given to another file by
   * its name.
   */
  bundleFor(file: { name: string; sha256: string }, given: GivenProofs): BundleFile | undefined {
    const found = bundleFor(file, given, this.read())
    if (!found || isMadeFor(found, file.sha256) || given.bundles.includes(found)) return found
    this.forget()
    return bundleFor(file, given, this.read())
  }
}
