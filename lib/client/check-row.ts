import type { BundleFile } from './bundle.ts'
import type { Found as FoundProof, Report } from './check.ts'
import type { Clues } from './look-closer.ts'
import type { Stated } from './stated-reading.ts'

/** A file between its selection and its verdict. Rows are immutable: a change replaces the row. */
export type CheckRow = {
  id: number
  /** Name, or path below the folder that was given. */
  name: string
  sizeBytes: number
  doneBytes: number
  state: 'waiting' | 'hashing' | 'asking' | 'done' | 'cancelled'
  /** Allows the page to show the file: a handle, not its bytes. Absent for a proof without a file. */
  file?: File
  sha256?: string
  /** Set for the download of a model: its `sha256` is the hash of its manifest, which lists this many other files. */
  modelFileCount?: number
  bundle?: BundleFile
  /** A proof without its file: only the fingerprint that it names is checked. */
  isProofAlone: boolean
  /** While the chain is read: the hashes recomputed so far. */
  found?: FoundProof | undefined
  /** Absent until the check is over, also while the file is checked again. */
  report?: Report | undefined
  /** For a file without a record, if several files are checked. */
  clues?: Clues
  /** For a file with a record, if several files are checked: the facts in its metadata. Absent if they are not read. */
  stated?: Stated
}

export type RunSnapshot = {
  rows: readonly CheckRow[]
  leftOut: readonly string[]
  isCut: boolean
  /** Names of given proofs that belong to none of the files. */
  unusedProofs: readonly string[]
  /** Epoch milliseconds until which the service asked to wait. */
  waitsUntilMs: number | undefined
}
