import { DetailedError, defaultOptions, type HttpRequest, type HttpResponse, Upload } from 'tus-js-client'
import { ApiRefusal } from './api-refusal.ts'
import { describeRefusal, signedOut } from './call-api.ts'
import { limitSizeText } from './check-view.ts'
import type { HashFile } from './run-tools.ts'

const endpoint = '/api/board/uploads'
/** Small enough for proxies, and large enough that the overhead of a request is low. */
const chunkBytes = 8 * 2 ** 20
const retryDelaysMs = [0, 1_000, 3_000, 5_000, 10_000, 20_000]

export type FilmUploadState = {
  /** `failed` can be resumed; `expired` is no longer on the server and can be sent again; `refused` never succeeds with this file. */
  phase:
    | 'hashing'
    | 'starting'
    | 'sending'
    | 'paused'
    | 'waiting'
    | 'failed'
    | 'expired'
    | 'refused'
    | 'received'
  /** Bytes that the server has confirmed. */
  sentBytes: number
  totalBytes: number
  /** Bytes of an earlier attempt. More than zero if this attempt resumes it. */
  resumedAtBytes: number
  uploadId: string | undefined
  problem: string | undefined
  /** True if it could not begin because the wallet has too many uploads that are not submitted. */
  isAtLimit: boolean
}

export type FilmUpload = {
  pause: () => void
  resume: () => void
  /** The id of the upload on the server; `undefined` until the server has created it. */
  serverId: () => string | undefined
  /** Stops the upload and deletes it from the server. */
  discard: () => Promise<void>
  /** Called after the film was submitted, so that the same file starts a new upload. */
  forget: () => Promise<void>
}

/** The state of an upload that has not sent anything. */
export function beginningOf(file: File): FilmUploadState {
  return {
    phase: 'starting',
    sentBytes: 0,
    totalBytes: file.size,
    resumedAtBytes: 0,
    uploadId: undefined,
    problem: undefined,
    isAtLimit: false,
  }
}

/**
 * Sends a film in pieces (tus 1.0). An interruption costs at most the current piece: this page, or the next one that is given the same
 * file, asks the server where to continue.
 */
export function startFilmUpload(args: {
  file: File
  onChange: (state: FilmUploadState) => void
}): FilmUpload {
  const { file, onChange } = args
  let state = beginningOf(file)
  let isFirstProgress = true
  const change = (changes: Partial<FilmUploadState>) => {
    state = { ...state, ...changes }
    onChange(state)
  }
  const upload = new Upload(file, {
    endpoint,
    chunkSize: chunkBytes,
    // A file that cannot be a film is refused before it is sent.
    metadata: file.type === '' ? {} : { filetype: file.type },
    retryDelays: retryDelaysMs,
    storeFingerprintForResuming: true,
    // A complete upload is found again after a reload, until it is submitted.
    removeFingerprintOnSuccess: false,
    onAfterResponse: keepUnlessGone,
    onProgress: (sentBytes) => {
      if (state.phase === 'paused') return
      if (isFirstProgress) change({ resumedAtBytes: sentBytes })
      isFirstProgress = false
      change({ phase: 'sending', sentBytes, problem: undefined })
    },
    onShouldRetry: (error) => {
      const goesOn = isPassing(error)
      if (goesOn) change({ phase: 'waiting' })
      return goesOn
    },
    onError: (error) =>
      change({
        phase: isRefused(error) ? 'refused' : 'failed',
        problem: problemOf(error),
        isAtLimit: isAtLimit(error),
      }),
    onSuccess: () =>
      change({ phase: 'received', sentBytes: file.size, uploadId: serverId(), problem: undefined }),
  })
  const serverId = () => upload.url?.split('/').at(-1)
  /** Set until the upload has begun; aborted by a pause meanwhile. */
  let beginning: AbortController | undefined
  const begin = async () => {
    beginning = new AbortController()
    const { signal } = beginning
    const [earlier] = await upload.findPreviousUploads()
    if (earlier) upload.resumeFromPreviousUpload(earlier)
    else {
      change({ phase: 'hashing' })
      const sha256 = await hashOf(file, signal)
      if (sha256) upload.options.metadata = { ...upload.options.metadata, sha256 }
    }
    if (signal.aborted) return
    beginning = undefined
    change({ phase: 'starting' })
    upload.start()
  }
  const tryBegin = () =>
    void begin().catch((error: unknown) => change({ phase: 'failed', problem: problemOf(error) }))
  tryBegin()
  return {
    pause: () => {
      change({ phase: 'paused' })
      beginning?.abort()
      void upload.abort()
    },
    resume: () => {
      isFirstProgress = true
      change({ phase: 'starting', problem: undefined, isAtLimit: false })
      if (beginning) tryBegin()
      else upload.start()
    },
    serverId,
    discard: () => {
      beginning?.abort()
      return upload.abort(true)
    },
    forget: async () => {
      for (const { urlStorageKey } of await upload.findPreviousUploads())
        await defaultOptions.urlStorage.removeUpload(urlStorageKey)
    },
  }
}

/** Loaded with the first film. */
let hashFile: HashFile | undefined

/**
 * The SHA-256 of a file, which the server is told first: it refuses a film that was submitted before without receiving it. It checks the
 * bytes again, so without a hash only that saving is lost.
 */
async function hashOf(file: File, signal: AbortSignal): Promise<string | undefined> {
  try {
    hashFile ??= (await import('./hash-pool.ts')).createHashPool()
    return await hashFile(file, { signal, onProgress: () => {} })
  } catch {
    return undefined
  }
}

/**
 * Preserves an upload whose offset is not available now, because the session ended or the server restarts. It can be resumed later. The
 * library would discard it and start again, and all sent bytes would be lost.
 *
 * @throws ApiRefusal, which the library wraps
 */
export function keepUnlessGone(request: HttpRequest, response: HttpResponse): void {
  const status = response.getStatus()
  if (request.getMethod() !== 'HEAD' || status < 300 || status === 404 || status === 410) return
  // The response to HEAD has no body.
  throw status === 401
    ? new ApiRefusal({
        status,
        code: 'unauthorized',
        message: signedOut,
      })
    : describeRefusal(status, '')
}

/**
 * True if a retry may succeed: after no answer, a conflict, or a server error. A limit of the wallet (429) lasts for hours, and its refusal
 * names the limit.
 */
export function isPassing(error: Error): boolean {
  const status = refusalOf(error)?.status
  return status === undefined || status === 409 || status === 423 || status >= 500
}

/** True if the server will never accept this file. After a sign-out or at a limit, the same file can be sent later. */
export function isRefused(error: Error): boolean {
  const status = refusalOf(error)?.status
  return status !== undefined && status !== 401 && status !== 429 && !isPassing(error)
}

/** True if the wallet has too many uploads that are not submitted, so that this one could not begin. */
export function isAtLimit(error: unknown): boolean {
  const policy = error instanceof DetailedError && error.originalResponse?.getHeader('RateLimit-Policy')
  return typeof policy === 'string' && policy.includes('"wallet-staged-uploads"')
}

/** The message for the user about an upload that has stopped. */
export function problemOf(error: unknown): string {
  // The service's message names its operations; the page has a list with buttons.
  if (isAtLimit(error))
    return 'The upload did not begin: your wallet has too many uploads that are not submitted. Discard one below.'
  const refusal = refusalOf(error)
  if (refusal?.status === 401) return signedOut
  if (refusal && !isPassing(error as Error))
    return refusal.text
      .replace(/^[a-z]/, (first) => first.toUpperCase())
      .replace(/\b\d{4,} bytes\b/g, (bytes) => limitSizeText(Number.parseInt(bytes, 10)))
  return 'The connection was lost. The uploaded part is stored for a day: resume when you are online again.'
}

function refusalOf(error: unknown): ApiRefusal | undefined {
  if (!(error instanceof DetailedError)) return undefined
  const { causingError, originalResponse: answer } = error
  if (causingError instanceof ApiRefusal) return causingError
  return answer ? describeRefusal(answer.getStatus(), answer.getBody()) : undefined
}
