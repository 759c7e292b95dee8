import { closeSync, fstatSync, openSync, readFileSync, readSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { initSync, WasmReader } from '@contentauth/c2pa-wasm'
import { headBytes, mediaTypeOf } from '#lib/domain/film/media-type'
import { credentialSettings, type TrustAnchors } from '#lib/domain/proof/credential-settings'
import { type Credentials, credentialsOf, noCredentials } from '#lib/domain/proof/credentials'

// node --conditions=react-server credentials.ts TRUST-ANCHORS NAME… Validates the Content Credentials of untrusted files. It runs in a
// sandbox, in a folder with copies of the files, and prints one line of JSON per file: {"name", "credentials"}. Exact places in a
// manifest end here.

/** The part of a file that the library reads. It reads a `Blob` in slices; Node's own `Blob` would read the whole file into memory. */
class FilePart extends Blob {
  readonly #file: number
  readonly #from: number
  readonly #to: number

  constructor(file: number, from: number, to: number) {
    super()
    this.#file = file
    this.#from = from
    this.#to = to
  }

  override get size(): number {
    return this.#to - this.#from
  }

  override slice(from = 0, to = this.size): FilePart {
    return new FilePart(this.#file, this.#from + from, Math.min(this.#to, this.#from + to))
  }

  read(): ArrayBuffer {
    const bytes = new Uint8Array(this.size)
    let filled = 0
    while (filled < bytes.length) {
      const count = readSync(this.#file, bytes, filled, bytes.length - filled, this.#from + filled)
      if (count === 0) throw new Error('the file is shorter than its size says')
      filled += count
    }
    return bytes.buffer
  }
}

/** Replaces `FileReaderSync`, with which the library reads a `Blob` in browser workers. */
class PartReader {
  readAsArrayBuffer(part: FilePart): ArrayBuffer {
    return part.read()
  }
}
Object.assign(globalThis, { FileReaderSync: PartReader })

const [anchors, ...names] = process.argv.slice(2)
const wasm = fileURLToPath(import.meta.resolve('@contentauth/c2pa-wasm/c2pa.wasm'))
initSync({ module: new WebAssembly.Module(readFileSync(wasm)) })
const settings = credentialSettings(JSON.parse(readFileSync(anchors!, 'utf8')) as TrustAnchors)

for (const name of names)
  process.stdout.write(`${JSON.stringify({ name, credentials: await validate(name) })}\n`)

async function validate(name: string): Promise<Credentials> {
  const file = openSync(name, 'r')
  try {
    const head = Buffer.alloc(headBytes)
    const mediaType = mediaTypeOf(head.subarray(0, readSync(file, head, 0, headBytes, 0)))
    if (!mediaType) return noCredentials
    return await credentialsOf(async () => {
      const reader = await WasmReader.fromBlob(
        mediaType,
        new FilePart(file, 0, fstatSync(file).size),
        settings,
      )
      try {
        return reader.json()
      } finally {
        reader.free()
      }
    })
  } finally {
    closeSync(file)
  }
}
