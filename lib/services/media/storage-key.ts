import 'server-only'
import { createHmac } from 'node:crypto'
import { deriveKey } from '#lib/adapters/derive-key'
import type { Env } from '#lib/adapters/env'

const extensions = {
  'video/mp4': 'mp4',
  'video/quicktime': 'mov',
  'image/jpeg': 'jpg',
  'model/gltf-binary': 'glb',
  'application/zip': 'zip',
  // Gaussian splats: no type is registered for SPZ.
  'application/octet-stream': 'spz',
} as const

export type StoredType = keyof typeof extensions

/**
 * The storage key of a file of a submission. It is always the same, so that a repeated job does not write a second copy, and cannot be
 * derived from the public id of the submission.
 *
 * @param input.version distinguishes the results of two runs, where they may differ
 */
export function storageKey(
  env: Pick<Env, 'secretKey'>,
  input: {
    kind:
      | 'originals'
      | 'previews'
      | 'posters'
      | 'models'
      | 'model-previews'
      | 'model-splats'
      | 'model-archives'
    submissionId: string
    type: StoredType | null
    version?: string
  },
): string {
  const { kind, submissionId, type, version = '' } = input
  const key = deriveKey({ secretKey: env.secretKey, purpose: 'cairn storage key' })
  const name = createHmac('sha256', key).update(`${kind}\n${submissionId}\n${version}`).digest('hex')
  return `${kind}/${name}.${type === null ? 'bin' : extensions[type]}`
}
