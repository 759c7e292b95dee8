import { type DetailedError, Upload, type UploadOptions } from 'tus-js-client'

export type Sent = {
  /** The URL of the upload, once it has begun. */
  url: string
  uploadId: string
}

/** Uploads with the stock client, to the end. */
export function uploadWith(file: Buffer, options: UploadOptions): Promise<Sent> {
  return new Promise((resolve, reject) => {
    const upload = new Upload(file, {
      retryDelays: null,
      ...options,
      onSuccess: () => resolve(sentOf(upload.url!)),
      onError: (error) => reject(error),
    })
    upload.start()
  })
}

/** Uploads until so many bytes were accepted, and then lets the connection go. */
export function uploadUntil(
  file: Buffer,
  options: UploadOptions & { endpoint: string },
  bytes: number,
): Promise<Sent> {
  return new Promise((resolve, reject) => {
    const upload = new Upload(file, {
      retryDelays: null,
      ...options,
      onError: (error) => reject(error),
      onSuccess: () => reject(new Error('the upload was not interrupted')),
      onProgress: (sent) => {
        if (sent >= bytes) void upload.abort().then(() => resolve(sentOf(upload.url!)), reject)
      },
    })
    upload.start()
  })
}

export function statusOf(error: unknown): number | undefined {
  return (error as DetailedError).originalResponse?.getStatus()
}

function sentOf(url: string): Sent {
  return { url, uploadId: url.slice(url.lastIndexOf('/') + 1) }
}
