import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { decodePaymentRequiredHeader, encodePaymentSignatureHeader } from '@x402/core/http'
import { createSiweMessage } from 'viem/siwe'
import { openContext } from '#lib/adapters/context'
import { parseEnv } from '#lib/adapters/env'
import { openFacilitator } from '#lib/adapters/facilitator/open'
import type { Handlers } from '#lib/http/api/guarded'
import { describeInterface } from '#lib/http/documents/openapi'
import { operationHandlers } from '#lib/http/operation-handlers'
import { uploadsRoute } from '#lib/http/uploads/uploads'
import { uploadsPath } from '#lib/http/uploads/uploads-path'
import { operations } from '#lib/operations/catalog'
import { makeKey } from '#lib/services/api-keys/make-key'
import { startChains } from '#sandbox/chains'
import { postBounty } from '#testing/bounty-request'
import { createTestDatabase } from '#testing/database'
import { type FuzzRequest, type Known, operationsOf } from '#testing/fuzz/operations'
import { publishTestObservations } from '#testing/observations'
import { createPayer, jsonPost, payingClient, settingsFor } from '#testing/paid-service'

const origin = 'http://cairn.test'
const payNetwork = 'eip155:8453'
const paidQuery = jsonPost({ aoi: { type: 'Point', coordinates: [2.2945, 48.8584] }, from: '2020-01-01' })

export type FuzzService = Awaited<ReturnType<typeof openFuzzService>>

/** Serves every operation in this process, on a real database and real chains, with some data to request. */
export async function openFuzzService() {
  const folder = mkdtempSync(join(tmpdir(), 'cairn-fuzz-'))
  const [database, chains] = await Promise.all([createTestDatabase(), startChains()])
  const settings = settingsFor({ chains, databaseUrl: database.url, baseUrl: origin })
  const opened = await openContext(parseEnv({ ...settings, MEDIA_DIR: folder }), {
    service: 'test',
    maxConnections: 8,
  })
  const ctx = { ...opened, facilitator: openFacilitator(opened) }
  const open = async () => ctx
  const handlers = operationHandlers(open)
  handlers.set(uploadsPath, uploadsRoute(open))
  handlers.set(`${uploadsPath}/{upload_id}`, uploadsRoute(open))

  const send = (path: string, init: RequestInit, template = path) => {
    const request = new Request(origin + path, { duplex: 'half', ...init } as RequestInit)
    return handlers.get(template)![request.method as keyof Handlers](request)
  }
  const payer = await createPayer(chains, 100_000_000n)
  /** Pays for a request for good. */
  const buy = async (path: string, init: RequestInit) => {
    const quote = await send(path, init)
    const required = decodePaymentRequiredHeader(quote.headers.get('payment-required')!)
    const payment = await payingClient(payer, [payNetwork]).createPaymentPayload(required)
    const headers = {
      ...(init.headers as object),
      'payment-signature': encodePaymentSignatureHeader(payment),
    }
    return { quote: quote.headers.get('payment-required')!, answer: await send(path, { ...init, headers }) }
  }
  const signIn = async () => {
    const { nonce } = (await (await send('/api/auth/nonce', {})).json()) as { nonce: string }
    const said = {
      address: payer.address,
      chainId: 8453,
      domain: 'cairn.test',
      uri: origin,
      version: '1',
    } as const
    const message = createSiweMessage({ ...said, nonce })
    const signature = await payer.signMessage({ message })
    const answer = await send('/api/auth/verify', jsonPost({ message, signature }))
    return ((await answer.json()) as { token: string }).token
  }

  const beginUpload = async (token: string) => {
    const headers = { authorization: `Bearer ${token}`, 'tus-resumable': '1.0.0', 'upload-length': '1000000' }
    const answer = await send(uploadsPath, { method: 'POST', headers })
    const id = answer.headers.get('location')!.split('/').at(-1)!
    // An upload to which nothing was ever sent makes way for the next.
    const first = { ...headers, 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' }
    const sent = await send(
      `${uploadsPath}/${id}`,
      { method: 'PATCH', headers: first, body: 'x' },
      `${uploadsPath}/{upload_id}`,
    )
    if (sent.status !== 204) throw new Error(`the upload was not created: ${sent.status}`)
    return id
  }

  const [observationId] = (await publishTestObservations(database, { treeId: 999_999_999 })) as [string]
  const bought = await buy('/api/v1/bounties', postBounty())
  const bounty = (await bought.answer.json()) as { bounty_id: string; agent_token: string }
  const searched = await buy('/api/v1/spatial/query', paidQuery)
  const session = await signIn()
  const { key } = await makeKey({ ctx, input: { account: 'Fuzz', tier: 'scale', expiresAt: null } })
  const known: Known = {
    observationId,
    bountyId: bounty.bounty_id,
    uploadId: await beginUpload(session),
    agentToken: bounty.agent_token,
    enterpriseKey: key,
    session,
    endable: await signIn(),
  }
  const quotes: Record<string, string> = {}
  for (const { name, method, path, example } of operations.filter((one) => 'payment' in one && one.payment)) {
    const filled = path.replaceAll(/\{(\w+)\}/g, (_, param: string) => example!.params![param]!)
    const asked = await send(filled, example!.body === undefined ? { method } : jsonPost(example!.body), path)
    quotes[name] = asked.headers.get('payment-required')!
  }
  return {
    operations: operationsOf(describeInterface(ctx.env), known),
    settled: { createBounty: bought.answer.status, queryObservations: searched.answer.status },
    /** A PAYMENT-REQUIRED of each paid operation. */
    quotes,
    secrets: [ctx.env.secretKey, settings.RELAYER_KEY!, settings.TREASURY_KEY!, database.url],
    send: (template: string, { method, target, headers, body }: FuzzRequest) => {
      const hasBody = method !== 'GET' && method !== 'HEAD' && body !== undefined
      const written = body instanceof Uint8Array ? new Uint8Array(body) : JSON.stringify(body)
      return send(target, { method, headers, ...(hasBody ? { body: written } : {}) }, template)
    },
    close: async () => {
      await opened.close()
      await chains.stop()
      await database.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
