import 'server-only'
import type { Served } from '#lib/adapters/storage/storage'
import { isoTime } from '#lib/domain/text/iso-time'

/*
 * Names and types under which the files of a submission are served. A name contains the kind and the id, to distinguish many files in
 * one folder.
 */

const originals = { 'video/mp4': 'mp4', 'video/quicktime': 'mov' } as const

/** The submitted film. Another file is served unchanged as a download. @param name without extension */
export function servedOriginal(name: string, mediaType: keyof typeof originals | null): Served {
  return {
    name: `${name}.${mediaType ? originals[mediaType] : 'bin'}`,
    type: mediaType ?? 'application/octet-stream',
    disposition: 'attachment',
  }
}

export function servedPreview(submissionId: string): Served {
  return { name: `${submissionName(submissionId)}-preview.mp4`, type: 'video/mp4', disposition: 'inline' }
}

export function servedPoster(submissionId: string): Served {
  return { name: `${submissionName(submissionId)}-poster.jpg`, type: 'image/jpeg', disposition: 'inline' }
}

/** @param bounty its name, see `boughtName` and `bountyName` */
export function servedModel(bounty: string, kind: 'preview' | 'glb' | 'splats' | 'zip'): Served {
  const name = `${bounty}-model`
  if (kind === 'zip') return { name: `${name}.zip`, type: 'application/zip', disposition: 'attachment' }
  if (kind === 'splats')
    return { name: `${name}.spz`, type: 'application/octet-stream', disposition: 'attachment' }
  const type = 'model/gltf-binary'
  return kind === 'glb'
    ? { name: `${name}.glb`, type, disposition: 'attachment' }
    : { name: `${name}-preview.glb`, type, disposition: 'inline' }
}

const titleMaxCharacters = 40

/** The name of what was paid for, by which its poster finds it again: title, date and the start of the id. Only letters, digits and hyphens. */
export function boughtName({
  title,
  paidAt,
  bountyId,
}: {
  title: string
  paidAt: Date
  bountyId: string
}): string {
  const words =
    title
      .normalize('NFD')
      .toLowerCase()
      .match(/[a-z0-9]+(?:\p{M}+[a-z0-9]*)*/gu) ?? []
  const slug = words
    .map((word) => word.replace(/\P{ASCII}/gu, ''))
    .join('-')
    .slice(0, titleMaxCharacters)
    .replace(/-$/, '')
  return [slug || 'film', isoTime(paidAt).slice(0, 10), withoutKind(bountyId).slice(0, 8)].join('-')
}

export function bountyName(bountyId: string): string {
  return `bounty-${withoutKind(bountyId)}`
}

export function submissionName(submissionId: string): string {
  return `submission-${withoutKind(submissionId)}`
}

/** `bty_1f…` → `1f…` */
function withoutKind(id: string): string {
  return id.replace(/^[a-z]+_/, '')
}
