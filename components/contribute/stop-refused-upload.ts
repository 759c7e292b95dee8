import type { ApiRefusal } from '#lib/client/api-refusal'
import { callApi } from '#lib/client/call-api'
import { currentServerId, stopUpload } from '#lib/client/current-upload'
import { uploadsSchema } from '#lib/schemas/upload'

/**
 * Ends the upload that the API refused to submit, so that it is not offered again: it is no longer stored there, or no submission may
 * take its file. One that still lacks bytes is left alone.
 *
 * @param problem the message for the user
 */
export async function stopRefusedUpload(refusal: ApiRefusal, problem: string): Promise<void> {
  const id = currentServerId()
  if (refusal.status !== 400 || refusal.field !== 'upload_id' || id === undefined) return
  const list = await callApi({ path: '/api/board/uploads', schema: uploadsSchema }).catch(() => undefined)
  if (!list || currentServerId() !== id) return
  const stored = list.uploads.find(({ upload_id: one }) => one === id)
  if (!stored) stopUpload('expired', problem)
  else if (stored.state === 'received') stopUpload('refused', problem)
}
