import { headBytes, mediaTypeOf } from '#lib/domain/film/media-type'
import { mayHaveCredentials } from '#lib/domain/proof/credential-mark'
import { type Credentials, noCredentials, notValidated } from '#lib/domain/proof/credentials'
import { askWorker } from './ask-worker.ts'
import type { CredentialsAnswer, CredentialsOrder } from './credentials.worker.ts'

/** Other media types that the library reads, as the browser names them. */
const otherTypes = new Set([
  'image/webp',
  'image/gif',
  'image/tiff',
  'image/svg+xml',
  'application/pdf',
  'audio/mpeg',
  'audio/wav',
  'video/x-msvideo',
])
/** The number of bytes that are in memory at a time. */
const pieceBytes = 4 * 2 ** 20
/** A film of 4 GB is hashed within a minute on a slow machine; a hostile file could take forever. */
const longestMs = 120_000

let last: Promise<unknown> = Promise.resolve()

/**
 * Validates the Content Credentials of files on this device, one file at a time. Each has its own worker, because memory of WebAssembly is
 * freed only when the worker ends.
 *
 * @returns `undefined` for a kind of file that is not supported
 * @throws the signal's reason, or an error when the worker could not be loaded
 */
export async function readFileCredentials(file: File, signal: AbortSignal): Promise<Credentials | undefined> {
  const captureType = mediaTypeOf(new Uint8Array(await file.slice(0, headBytes).arrayBuffer()))
  const mediaType = captureType ?? (otherTypes.has(file.type) ? file.type : undefined)
  if (mediaType === undefined) return undefined
  // The validator is a download of megabytes, and most photographs have nothing to validate.
  if (captureType && !(await mayHaveCredentials(file.size, piecesOf(file, signal)))) return noCredentials
  const turn = last.catch(() => undefined).then(() => validate({ file, mediaType }, signal))
  last = turn
  return await turn
}

async function* piecesOf(file: File, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < file.size; at += pieceBytes) {
    signal.throwIfAborted()
    yield new Uint8Array(await file.slice(at, at + pieceBytes).arrayBuffer())
  }
}

async function validate(order: CredentialsOrder, signal: AbortSignal): Promise<Credentials> {
  signal.throwIfAborted()
  const worker = new Worker(new URL('./credentials.worker.ts', import.meta.url), { type: 'module' })
  const answer = await askWorker<CredentialsAnswer>({ worker, message: order, longestMs, signal })
  if (!answer) return notValidated
  if ('problem' in answer) throw new Error(answer.problem)
  return answer.credentials
}
