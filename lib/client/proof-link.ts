import { type ProofBundle, proofVersion } from '#lib/domain/proof/proof'
import { proofBundleSchema } from '#lib/schemas/proof'

/** The maximum length of a fragment; the longest proof takes a twentieth of it. */
const maxFragmentChars = 64 * 1024
const maxJsonBytes = 256 * 1024

/** A proof read from an address, or why it cannot be used. */
export type LinkedProof = { bundle: ProofBundle } | { problem: string }

/**
 * A proof as the fragment of an address: JSON, raw DEFLATE (RFC 1951), base64url without padding (RFC 4648 §5). Browsers
 * send no fragment to a server.
 *
 * @returns `#proof=…`
 */
export async function writeProofFragment(bundle: ProofBundle): Promise<string> {
  const json = new Blob([JSON.stringify(proofBundleSchema.parse(bundle))])
  const packed = await new Response(
    json.stream().pipeThrough(new CompressionStream('deflate-raw')),
  ).arrayBuffer()
  return `#proof=${toBase64Url(new Uint8Array(packed))}`
}

/** Reads the proof in an address; `undefined` if it has none. */
export async function readProofFragment(fragment: string): Promise<LinkedProof | undefined> {
  const text = /^#(?:.*&)?proof=([^&]*)/.exec(fragment)?.[1]
  if (text === undefined) return undefined
  if (text.length > maxFragmentChars) return { problem: 'This address is too long to contain a proof.' }
  let value: unknown
  try {
    value = JSON.parse(await inflate(fromBase64Url(text)))
  } catch {
    return {
      problem:
        'The proof in this address is damaged. It may have been cut off when it was copied; ask for it again.',
    }
  }
  const version = (value as { version?: unknown } | null)?.version
  if (typeof version === 'number' && version > proofVersion)
    return {
      problem: `The proof in this address has version ${version}; this page knows version ${proofVersion}.`,
    }
  const parsed = proofBundleSchema.safeParse(value)
  return parsed.success
    ? { bundle: parsed.data }
    : { problem: 'This address does not contain a proof that this page can read.' }
}

/** @throws when the bytes are not DEFLATE, or unpack to more than the longest proof */
async function inflate(packed: Uint8Array<ArrayBuffer>): Promise<string> {
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream('deflate-raw'))
  const reader = stream.getReader()
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let [text, bytes] = ['', 0]
  for (;;) {
    const { value, done } = await reader.read()
    if (done) return text + decoder.decode()
    bytes += value.length
    if (bytes > maxJsonBytes) {
      await reader.cancel()
      throw new RangeError('too long')
    }
    text += decoder.decode(value, { stream: true })
  }
}

function toBase64Url(bytes: Uint8Array): string {
  let binary = ''
  for (const byte of bytes) binary += String.fromCharCode(byte)
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')
}

function fromBase64Url(text: string): Uint8Array<ArrayBuffer> {
  if (!/^[\w-]+$/.test(text)) throw new RangeError('not base64url')
  const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'))
  return Uint8Array.from(binary, (character) => character.charCodeAt(0))
}
