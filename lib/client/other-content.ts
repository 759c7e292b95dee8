const headBytes = 512
/** PDF, and ZIP with the documents that are made of it. */
const documents = ['%PDF-', 'PK\x03\x04']

/**
 * True if a file holds text or a document, whatever its name says. Anything else may be a photo or film that is damaged.
 *
 * @throws if the file is gone
 */
export async function isOtherContent(file: Blob): Promise<boolean> {
  const bytes = new Uint8Array(await file.slice(0, headBytes).arrayBuffer())
  const head = String.fromCharCode(...bytes)
  if (documents.some((start) => head.startsWith(start))) return true
  // Control characters occur within the head of every format of photos and films but SVG, which is text itself.
  return head !== '' && isText(bytes) && !/<svg[\s>]/i.test(head)
}

function isText(bytes: Uint8Array): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what text does not have
  const control = /[\x00-\x08\x0e-\x1a\x1c-\x1f\x7f]/
  try {
    // A character at the end of the head may be cut.
    return !control.test(new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true }))
  } catch {
    return false
  }
}
