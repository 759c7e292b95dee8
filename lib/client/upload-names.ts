import { shortList } from './short-list.ts'

/** What this browser knows of an upload, and the server does not: the name of its file, which is not sent, and the bounty. */
export type UploadName = { uploadId: string; file: string; bounty: UploadBounty }
export type UploadBounty = { id: string; title: string }

const entry = 'cairn.upload-names'
const names = shortList<UploadName>(
  entry,
  (one, other) => one.uploadId === other.uploadId,
  () => localStorage,
)

/** Stores the names of the newest 20 uploads that began in this browser. */
export const nameUpload = names.add

/** `undefined` for an upload that began in another browser, or before its names were forgotten. */
export function uploadName(uploadId: string): UploadName | undefined {
  return names.read().find((name) => name.uploadId === uploadId)
}

/** Called before another person uses this browser. */
export function forgetUploadNames(): void {
  try {
    localStorage.removeItem(entry)
  } catch {}
}
