import { type ProofBundle, proofVersion } from '#lib/domain/proof/proof'
import { isObject, parseJson } from '#lib/domain/text/json'
import { proofBundleSchema } from '#lib/schemas/proof'

/** A proof read from a file, or why it cannot be used. */
export type BundleFile = { name: string } & ({ bundle: ProofBundle } | { problem: string })

/** Far above the size of the longest proof. */
const maxBundleBytes = 256 * 1024

/**
 * Reads a dropped file as a proof; `undefined` if it does not look like a proof and is checked like any other file.
 *
 * @param name name of the file, or its path below the folder that was dropped
 */
export async function readBundle(file: File, name = file.name): Promise<BundleFile | undefined> {
  if (!/\.json$/i.test(file.name) || file.size > maxBundleBytes) return undefined
  const value = parseJson(await file.text().catch(() => ''))
  if (!isObject(value) || !('version' in value) || !('leaf_hash' in value)) return undefined
  if (typeof value.version === 'number' && value.version > proofVersion)
    return {
      name,
      problem: `The proof has version ${value.version}; this page knows version ${proofVersion}.`,
    }
  const parsed = proofBundleSchema.safeParse(value)
  return parsed.success
    ? { name, bundle: parsed.data }
    : { name, problem: `The proof cannot be read (${parsed.error.issues[0]?.path.join('.') || 'its form'}).` }
}

/** The text of a proof file. */
export function writeBundle(bundle: ProofBundle): string {
  return `${JSON.stringify(proofBundleSchema.parse(bundle), null, 2)}\n`
}

/** Proofs, and the number of files beside them. */
export type GivenProofs = { bundles: readonly BundleFile[]; fileCount: number }

/**
 * Which of the proofs belongs to a file: the one made for its hash; else one named after it (`photo.jpg.json`,
 * `photo.proof.json`); else, when just one file and one proof were given, that one.
 *
 * @param given together with the file, @param others given before or after it
 */
export function bundleFor(
  file: { name: string; sha256: string },
  given: GivenProofs,
  others: GivenProofs = { bundles: [], fileCount: 0 },
): BundleFile | undefined {
  const all = [...new Set([...given.bundles, ...others.bundles])]
  const made = all.find((item) => isMadeFor(item, file.sha256))
  if (made) return made
  const stem = (name: string) => name.toLowerCase().replace(/(\.[a-z0-9]+)+$/, '')
  const named = all.find((item) => stem(item.name) === stem(file.name))
  return named ?? onlyOne(given) ?? onlyOne(others)
}

function onlyOne({ bundles, fileCount }: GivenProofs): BundleFile | undefined {
  return fileCount === 1 && bundles.length === 1 ? bundles[0] : undefined
}

export function isMadeFor(item: BundleFile, sha256: string): boolean {
  return 'bundle' in item && item.bundle.sha256 === sha256
}

/** True for two files with the same proof. */
export function isSameBundle(one: BundleFile | undefined, other: BundleFile): boolean {
  if (!one || !('bundle' in one) || !('bundle' in other)) return false
  return one === other || JSON.stringify(one.bundle) === JSON.stringify(other.bundle)
}
