/**
 * Sends one message to a new worker and waits for its answer. Then the worker ends, because memory of WebAssembly is freed only when its
 * worker ends.
 *
 * @returns the answer; `undefined` if the worker has not answered within `longestMs`
 * @throws the abort signal's reason, or an error when the worker could not start
 */
export async function askWorker<Answer>(input: {
  worker: Worker
  message: unknown
  longestMs: number
  signal: AbortSignal
}): Promise<Answer | undefined> {
  const { worker, message, longestMs, signal } = input
  const { promise, resolve, reject } = Promise.withResolvers<Answer | undefined>()
  const abort = () => reject(signal.reason)
  const timer = setTimeout(() => resolve(undefined), longestMs)
  signal.addEventListener('abort', abort, { once: true })
  worker.onmessage = ({ data }: MessageEvent<Answer>) => resolve(data)
  worker.onerror = (event) => reject(new Error(event.message || 'the worker could not start'))
  worker.postMessage(message)
  try {
    return await promise
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', abort)
    worker.terminate()
  }
}
