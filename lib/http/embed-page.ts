import 'server-only'
import { escapeXml } from '#lib/domain/escape-xml'
import { webContext } from '#lib/http/context'
import { nothingHere } from '#lib/http/guarded'
import { getTrust } from '#lib/services/anchors/get-trust'
import type { PaymentContext } from '#lib/services/payments/types'

/**
 * `GET /embed/{sha256}`: one proof in a frame of any page. A document of its own, without the site around it, that loads
 * the badge's script and nothing else. The proxy gives it its policy; the script has the nonce of that policy.
 */
export async function embedPage(
  request: Request,
  openContext: () => Promise<Pick<PaymentContext, 'db' | 'env'>> = webContext,
): Promise<Response> {
  const sha256 = /^\/embed\/([0-9a-f]{64})$/i.exec(new URL(request.url).pathname)?.[1]?.toLowerCase()
  if (!sha256) {
    const { message, status } = nothingHere()
    return answer(
      status,
      `<p>${escapeXml(message)} A proof is at /embed/ and the 64 digits of its SHA-256.</p>`,
    )
  }
  const settings = await readSettings(openContext)
  const attributes = Object.entries({ sha256, view: 'card', ...settings })
    .map(([name, value]) => `${name}="${escapeXml(value)}"`)
    .join(' ')
  const nonce = /'nonce-([\w+/=-]+)'/.exec(request.headers.get('content-security-policy') ?? '')?.[1]
  const script = `<script src="/badge.js"${nonce ? ` nonce="${nonce}"` : ''}></script>`
  return answer(200, `<cairn-badge ${attributes}></cairn-badge>\n${script}`)
}

/** Without them the badge still recomputes the hashes, and says that the chain was not read. */
async function readSettings(openContext: () => Promise<Pick<PaymentContext, 'db' | 'env'>>) {
  try {
    const ctx = await openContext()
    const { attesters } = await getTrust({ ctx: ctx as PaymentContext })
    const { publicRpcUrl } = ctx.env.anchor
    return {
      ...(publicRpcUrl ? { rpc: publicRpcUrl } : {}),
      ...(attesters.length === 1 ? { attester: attesters[0]! } : {}),
    }
  } catch {
    return {}
  }
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
body { margin: 0; padding: 8px; font: 1rem/1.5 system-ui, sans-serif }
h1 { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap }
cairn-badge { display: block }
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
