import 'server-only'
import { statusOf } from '#lib/domain/error-table'
import type { SharedProof } from '#lib/domain/proof/share-words'
import { escapeXml } from '#lib/domain/text/escape-xml'
import { webContext } from '#lib/http/api/context'
import { nothingHere } from '#lib/http/api/guarded'
import { describeShared } from '#lib/services/anchors/describe-shared'
import { getTrust } from '#lib/services/anchors/get-trust'

/**
 * `GET /embed/{sha256}`: one proof, for a frame in any page. A separate document without the layout of the site, which loads only the
 * badge's script. The proxy sets its policy; the script has the nonce of that policy.
 */
export async function embedPage(request: Request): Promise<Response> {
  const sha256 = /^\/embed\/([0-9a-f]{64})$/i.exec(new URL(request.url).pathname)?.[1]?.toLowerCase()
  if (!sha256) {
    const refusal = nothingHere()
    return answer(
      statusOf(refusal),
      `<p>${escapeXml(refusal.message)} A proof is at /embed/ and the 64 digits of its SHA-256.</p>`,
    )
  }
  const { settings, proof } = await readSettings(sha256)
  const attributes = Object.entries({ sha256, view: 'card', ...settings })
    .map(([name, value]) => `${name}="${escapeXml(value)}"`)
    .join(' ')
  const nonce = /'nonce-([\w+/=-]+)'/.exec(request.headers.get('content-security-policy') ?? '')?.[1]
  const script = `<script src="/badge.js"${nonce ? ` nonce="${nonce}"` : ''}></script>`
  const note = proof?.state === 'anchored' ? recordNote(sha256) : ''
  const place = proof ? placeOf(proof) : ''
  return answer(200, `${place}<cairn-badge ${attributes}></cairn-badge>\n${note}\n${script}`)
}

/** Endpoint and attester, with which the badge reads the chain. Without them it still recomputes the hashes, and says that the chain was not read. */
async function readSettings(
  sha256: string,
): Promise<{ settings: Record<string, string>; proof?: SharedProof }> {
  try {
    const ctx = await webContext()
    const { attesters } = await getTrust({ ctx })
    const { publicRpcUrl } = ctx.env.anchor
    const settings = {
      ...(publicRpcUrl ? { rpc: publicRpcUrl } : {}),
      ...(attesters.length === 1 ? { attester: attesters[0]! } : {}),
    }
    return { settings, proof: await describeShared({ ctx, input: { sha256 } }) }
  } catch {
    return { settings: {} }
  }
}

/** A frame knows only the hash: a contradiction in the file shows only where the file is. */
function recordNote(sha256: string): string {
  return `<p>This shows the record only. To compare it with the file, <a href="/verify/${sha256}" target="_blank" rel="noopener">drop the file on its page</a>.</p>`
}

/** The claimed cell on a map, as on the Verify page. Empty if the place is unknown. */
function placeOf(proof: SharedProof): string {
  if (proof.state !== 'anchored' || !proof.geohash) return ''
  const map = (scheme: string) => `/tiles/cell/${escapeXml(proof.geohash!)}/${scheme}.svg#corner`
  return `<figure>
<picture><source media="(prefers-color-scheme: dark)" srcset="${map('dark')}"><img src="${map('light')}" alt="Map of the claimed cell"></picture>
<figcaption>${proof.place ? `<b>${escapeXml(proof.place)}</b> ` : ''}claimed place</figcaption>
</figure>
`
}

function answer(status: number, body: string): Response {
  const html = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>Proof of a capture · Cairn</title>
<style>
:root { color-scheme: light dark }
@font-face { font-family: "Instrument Sans"; src: url("/instrument-sans.woff2") format("woff2"); font-weight: 400 700; font-display: swap }
body { margin: 0; padding: 8px; font: 1rem/1.5 "Instrument Sans", system-ui, sans-serif; word-spacing: 0.06em; text-wrap: pretty; color: light-dark(#16201a, #eef3ee); background: light-dark(#f4f3ee, #0d1311) }
h1 { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap }
main { display: grid; gap: 10px; max-width: 62rem; margin: auto }
figure { display: grid; grid-template-columns: minmax(8rem, 12rem) minmax(7rem, 1fr); gap: 14px; align-items: center; margin: 0 }
img { display: block; box-sizing: border-box; width: 100%; aspect-ratio: 8 / 5; object-fit: cover; border: 1px solid light-dark(#dedbd1, #28332d); border-radius: 15px }
figcaption { min-width: 0; overflow-wrap: anywhere; font-size: 0.875rem; color: light-dark(#5d665e, #9fb0a6) }
b { display: block; font-size: 1rem; font-weight: 600; color: light-dark(#16201a, #eef3ee) }
p { margin: 0; padding: 0 6px; font-size: 0.875rem; color: light-dark(#5d665e, #9fb0a6) }
a { color: inherit }
cairn-badge { display: block; --cairn-card-width: 100% }
/* Beside its words the map would be too narrow for the names on it. */
@media (width < 22rem) {
  figure { grid-template-columns: 1fr; gap: 8px }
  /* The whole map in the middle, with what is drawn beside it. */
  img { aspect-ratio: 2; object-fit: fill }
}
@media (width >= 40rem) {
  main:has(figure) { grid-template-columns: 2fr 3fr; align-items: start }
  main > :not(figure, cairn-badge) { grid-column: 1 / -1 }
  figure { grid-template-columns: 1fr }
}
</style>
<main>
<h1>Proof of a capture</h1>
${body}
<noscript><p>The check runs in your browser and needs scripts. Without them, ask the service: <a href="/">Cairn</a>.</p></noscript>
</main>
</html>
`
  return new Response(html, {
    status,
    headers: { 'Content-Type': 'text/html; charset=utf-8', 'Cache-Control': 'no-store' },
  })
}
