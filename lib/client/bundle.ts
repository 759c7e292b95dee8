import { type ProofBundle, proofVersion } from '#lib/domain/proof/proof'
import { isObject, parseJson } from '#lib/domain/text/json'
import { proofBundleSchema } from '#lib/schemas/proof'

// Proofs as files, which are given together with the files that they are about.

/** A proof read from a file, or why it cannot be used. */
export type BundleFile = { name: string } & (
  | { bundle: ProofBundle; key: string /** It says that it is of a demonstration. */; isDemo?: true }
  | { problem: string }
)

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
    ? {
        name,
        bundle: parsed.data,
        key: JSON.stringify(parsed.data),
        ...('is_demonstration' in value && value.is_demonstration === true && { isDemo: true }),
      }
    : { name, problem: `The proof cannot be read (${parsed.error.issues[0]?.path.join('.') || 'its form'}).` }
}

/**
 * The text of a proof file.
 *
 * @param isDemo true for the proof of a demonstration, which the file then says. It changes no verdict: the chain decides
 */
export function writeBundle(bundle: ProofBundle, { isDemo = false }: { isDemo?: boolean } = {}): string {
  const proof = proofBundleSchema.parse(bundle)
  return `${JSON.stringify({ ...proof, ...(isDemo && { is_demonstration: true }) }, null, 2)}\n`
}

/** Proofs, and the number of files beside them. The first proof for a hash or a name counts. */
export type GivenProofs = {
  bundles: readonly BundleFile[]
  fileCount: number
  byHash: ReadonlyMap<string, BundleFile>
  byStem: ReadonlyMap<string, BundleFile>
}

/** Indexes proofs once, because each of many files looks for its own among them. */
export function givenProofs(bundles: readonly BundleFile[], fileCount: number): GivenProofs {
  const [byHash, byStem] = [new Map<string, BundleFile>(), new Map<string, BundleFile>()]
  for (const item of bundles.toReversed()) {
    byStem.set(stemOf(item.name), item)
    if ('bundle' in item) byHash.set(item.bundle.sha256, item)
  }
  return { bundles, fileCount, byHash, byStem }
}

/**
 * Which of the proofs belongs to a file: the one made for its hash; else one named after it (`photo.jpg.json`,
 * `photo.proof.json`); else, when just one file and one proof were given, that one.
 *
 * @param given together with the file, @param others given before or after it
 */
export function bundleFor(
  file: { name: string; sha256: string },
  given: GivenProofs,
  others: GivenProofs = givenProofs([], 0),
): BundleFile | undefined {
  const stem = stemOf(file.name)
  return (
    given.byHash.get(file.sha256) ??
    others.byHash.get(file.sha256) ??
    given.byStem.get(stem) ??
    others.byStem.get(stem) ??
    onlyOne(given) ??
    onlyOne(others)
  )
}

function stemOf(name: string): string {
  return name.toLowerCase().replace(/(\.[a-z0-9]+)+$/, '')
}

function onlyOne({ bundles, fileCount }: GivenProofs): BundleFile | undefined {
  return fileCount === 1 && bundles.length === 1 ? bundles[0] : undefined
}

export function isMadeFor(item: BundleFile, sha256: string): boolean {
  return 'bundle' in item && item.bundle.sha256 === sha256
}

/** Equal for files with the same proof. A file that cannot be used equals no other. */
export function keyOf(item: BundleFile | undefined): unknown {
  return item && 'key' in item ? item.key : item
}
