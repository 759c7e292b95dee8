const names: Readonly<Record<string, string>> = {
  'content-length': 'Content-Length',
  'content-encoding': 'Content-Encoding',
}

/**
 * Preserves the Content-Length and the Content-Encoding of an answer. The framework removes them from every answer of a route
 * handler (`send-response.js`, because of bodies that `fetch` has decompressed), but only in lower case. Here both are correct, and
 * clients need them: the length for the progress of downloads, the size in HEAD and some players; the encoding to decompress files
 * that are stored compressed.
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
