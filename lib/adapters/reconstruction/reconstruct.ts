import type { ReconstructionProgress } from '#lib/domain/reconstruction'

/** What a model is made from; written into its manifest. */
export type Lineage = { captureSha256: string; submissionId: string; bountyId: string }

export type Reconstruction =
  /** Paths in `out`. The preview is a lighter form of the model, for a page. */
  | { kind: 'ready'; glb: string; preview: string; zip: string; manifestSha256: string }
  /** The film can give no model; `reason` tells the contributor why and what to do. */
  | { kind: 'impossible'; reason: string }

export type ReconstructionRequest = {
  /** The original as it was sent. */
  video: string
  /** Folders of this run alone: `work` may be deleted after it, `out` holds what is delivered. */
  work: string
  out: string
  lineage: Lineage
  /** Another engine, as in `RECON_CMD`: words with `{video}`, `{work}` and `{out}` in them. Ours when not given. */
  command?: string
  signal: AbortSignal
  onProgress: (progress: ReconstructionProgress) => void
}

/** Part of the engine is not installed; the message says what to install. */
export class EngineMissing extends Error {
  override readonly name = 'EngineMissing'
}
