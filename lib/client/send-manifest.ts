import { type TakenManifest, takenManifestSchema } from '#lib/schemas/operator-captures'
import { ApiRefusal } from './api-refusal.ts'
import { describeRefusal } from './call-api.ts'

/** The most that the service accepts at once. */
export const maxManifestBytes = 64 * 1024 * 1024

/**
 * Sends a manifest and reports the progress, which fetch cannot do.
 *
 * @param onSent called with the number of bytes sent so far
 * @throws ApiRefusal, with status 0 when there was no answer; the signal's reason
 */
export function sendManifest(call: {
  file: File
  reason: string
  onSent: (bytes: number) => void
  signal: AbortSignal
}): Promise<TakenManifest> {
  const { file, reason, onSent, signal } = call
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    const lost = () =>
      reject(
        new ApiRefusal({
          status: 0,
          code: 'unreachable',
          message:
            'Cairn could not be reached, or the connection broke. Send the manifest again: nothing is added twice.',
        }),
      )
    request.open('POST', `/api/operator/manifests?${new URLSearchParams({ reason })}`)
    request.setRequestHeader('content-type', 'application/x-ndjson')
    request.upload.onprogress = ({ loaded }) => onSent(loaded)
    request.onerror = lost
    request.onload = () => {
      if (request.status !== 200) return reject(describeRefusal(request.status, request.responseText))
      try {
        resolve(takenManifestSchema.parse(JSON.parse(request.responseText)))
      } catch {
        lost()
      }
    }
    request.onabort = () => reject(signal.reason)
    signal.addEventListener('abort', () => request.abort(), { once: true })
    request.send(file)
  })
}
