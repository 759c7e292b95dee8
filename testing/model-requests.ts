import { join } from 'node:path'
import type { ReconstructionRequest } from '#lib/adapters/reconstruction/reconstruct'

export const lineage = { captureSha256: 'cd'.repeat(32), submissionId: 'sub_7', bountyId: 'bty_7' }

/** Asks for a model of that film, with work and result in the folder. */
export function requestModel(
  folder: string,
  video: string,
  more: Partial<ReconstructionRequest> = {},
): ReconstructionRequest {
  return {
    video,
    work: join(folder, 'work'),
    out: join(folder, 'out'),
    mode: 'standard',
    lineage,
    signal: new AbortController().signal,
    onProgress: () => {},
    ...more,
  }
}
