const names: Readonly<Record<string, string>> = {
  'content-length': 'Content-Length',
  'content-encoding': 'Content-Encoding',
}

/**
 * Preserves the Content-Length and the Content-Encoding of an answer. The framework removes them from every answer of a route
 * handler (`send-response.js`, because of bodies that `fetch` has decompressed), but only in lower case. Here they are true: without
 * the length of a file, downloads show no progress, HEAD has no size, and some players fail; without the encoding, nobody can
 * read what was stored compressed.
 */
export function withFraming(response: Response): Response {
  return Object.defineProperty(response, 'headers', { value: new WithFraming(response.headers) })
}

class WithFraming extends Headers {
  override forEach(
    callback: (value: string, name: string, headers: Headers) => void,
    thisArg?: unknown,
  ): void {
    super.forEach((value, name) => {
      callback.call(thisArg, value, names[name] ?? name, this)
    })
  }
}
