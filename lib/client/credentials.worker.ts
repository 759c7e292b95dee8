import initLibrary, { WASM_SRI, WasmReader } from '@contentauth/c2pa-wasm'
import { credentialSettings } from '#lib/domain/proof/credential-settings'
import { type Credentials, credentialsOf } from '#lib/domain/proof/credentials'
import { trustAnchors } from '#lib/domain/proof/trust-list'
import { errorMessage } from '#lib/domain/text/error-message'

/** The message to this worker, which validates one file. */
export type CredentialsOrder = { file: Blob; mediaType: string }
/** The answer of this worker. Exact places in a manifest never leave it. */
export type CredentialsAnswer = { credentials: Credentials } | { problem: string }

/** The hash of its WebAssembly is compared with the expected one. */
function loadLibrary(): Promise<unknown> {
  const url = new URL('/c2pa.wasm', location.origin)
  url.searchParams.set('hash', WASM_SRI.slice(-16))
  return initLibrary({ module_or_path: fetch(url, { integrity: WASM_SRI }) })
}

addEventListener('message', async ({ data }: MessageEvent<CredentialsOrder>) => {
  const post = (answer: CredentialsAnswer) => postMessage(answer)
  try {
    await loadLibrary()
    // From here on this worker cannot send anything over the network.
    for (const name of [
      'fetch',
      'XMLHttpRequest',
      'WebSocket',
      'EventSource',
      'WebTransport',
      'importScripts',
    ])
      Object.defineProperty(globalThis, name, { value: undefined })
    post({ credentials: await credentialsOf(() => readStore(data)) })
  } catch (error) {
    post({ problem: errorMessage(error) })
  }
})

async function readStore({ file, mediaType }: CredentialsOrder): Promise<string> {
  const reader = await WasmReader.fromBlob(mediaType, file, credentialSettings(trustAnchors))
  return reader.json()
}
