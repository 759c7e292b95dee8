import initLibrary, { WASM_SRI, WasmReader } from '@contentauth/c2pa-wasm'
import { credentialSettings } from '#lib/domain/proof/credential-settings'
import { type Credentials, credentialsOf } from '#lib/domain/proof/credentials'
import { trustAnchors } from '#lib/domain/proof/trust-list'

/** The message to this worker, which validates one file. */
export type CredentialsOrder = { file: Blob; mediaType: string }
/** Its answer; exact places in a manifest end here. */
export type CredentialsAnswer = { credentials: Credentials } | { problem: string }

/** Its hash is compared with the one that the library names. */
function loadLibrary(): Promise<unknown> {
  const url = new URL('/c2pa.wasm', location.origin)
  url.searchParams.set('hash', WASM_SRI.slice(-16))
  return initLibrary({ module_or_path: fetch(url, { integrity: WASM_SRI }) })
}

addEventListener('message', async ({ data }: MessageEvent<CredentialsOrder>) => {
  const post = (answer: CredentialsAnswer) => postMessage(answer)
  try {
    await loadLibrary()
    // Nothing leaves the page: from here on this worker cannot send anything.
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
    post({ problem: error instanceof Error ? error.message : String(error) })
  }
})

async function readStore({ file, mediaType }: CredentialsOrder): Promise<string> {
  const reader = await WasmReader.fromBlob(mediaType, file, credentialSettings(trustAnchors))
  return reader.json()
}
