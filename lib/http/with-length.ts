/**
 * Keeps the Content-Length of an answer. The framework takes it off whatever a route handler answers (`send-response.js`:
 * a body that `fetch` has decompressed is longer than its header says), and looks for it in small letters only. Ours is
 * the length of a file on disk; without it a download shows no progress, HEAD tells no size, and some players do not play.
 */
export function withLength(response: Response): Response {
  return Object.defineProperty(response, 'headers', { value: new WithLength(response.headers) })
}

class WithLength extends Headers {
  override forEach(
    callback: (value: string, name: string, headers: Headers) => void,
    thisArg?: unknown,
  ): void {
    super.forEach((value, name) => {
      callback.call(thisArg, value, name === 'content-length' ? 'Content-Length' : name, this)
    })
  }
}
