import { x402Facilitator } from '@x402/core/facilitator'
import { decodePaymentRequiredHeader, x402HTTPResourceServer } from '@x402/core/http'
import { x402ResourceServer } from '@x402/core/server'
import { toFacilitatorEvmSigner } from '@x402/evm'
import { ExactEvmScheme as FacilitatorScheme } from '@x402/evm/exact/facilitator'
import { ExactEvmScheme as ServerScheme } from '@x402/evm/exact/server'
import { createNonceManager, createWalletClient, type Hex, http, publicActions } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { arc, base } from 'viem/chains'
import { jsonRpc } from 'viem/nonce'
import type { NetworkConfig } from '#lib/adapters/env'
import { type Sold, sell } from './sell.ts'

/** A measured seller: handles one request, or many payments by a number of concurrent callers. */
export type Seller = {
  name: string
  handle: (request: Request) => Promise<Response>
  /** The processes that sell. */
  webPids: readonly number[]
  sell: (payments: readonly string[], callers: number) => Promise<Sold>
}

/** Favours the reference: viem's default of four seconds would be most of its time. */
const pollingIntervalMs = 10

/**
 * What a service gets from the packages: server and facilitator of @x402/core and @x402/evm in one process, with viem's
 * nonce manager (without it most concurrent payments fail).
 */
export async function createReference(options: {
  networks: readonly NetworkConfig[]
  relayerKey: Hex
  priceAtomic: bigint
  produce: (body: unknown) => Promise<unknown>
}): Promise<Seller> {
  const { networks, priceAtomic, produce } = options
  const facilitator = new x402Facilitator()
  for (const network of networks) {
    const account = privateKeyToAccount(options.relayerKey, {
      nonceManager: createNonceManager({ source: jsonRpc() }),
    })
    const client = createWalletClient({
      account,
      chain: network.chainId === 8453 ? base : arc,
      transport: http(network.rpcUrls[0]),
      pollingInterval: pollingIntervalMs,
      cacheTime: 0,
    }).extend(publicActions)
    const signer = toFacilitatorEvmSigner({ ...client, address: account.address } as never)
    facilitator.register(network.id, new FacilitatorScheme(signer))
  }
  const core = new x402ResourceServer({
    verify: (payload, requirements) => facilitator.verify(payload, requirements),
    settle: (payload, requirements) => facilitator.settle(payload, requirements),
    getSupported: async () => facilitator.getSupported() as never,
  })
  for (const network of networks) core.register(network.id, new ServerScheme())
  const server = new x402HTTPResourceServer(core, {
    'POST /api/v1/spatial/query': {
      accepts: networks.map((network) => ({
        scheme: 'exact',
        network: network.id,
        payTo: network.payTo,
        maxTimeoutSeconds: 60,
        price: {
          amount: priceAtomic.toString(),
          asset: network.usdc.address,
          extra: { name: network.usdc.domainName, version: network.usdc.domainVersion },
        },
      })),
    },
  })
  await server.initialize()

  const handle = async (request: Request): Promise<Response> => {
    const body: unknown = await request.json()
    const { pathname } = new URL(request.url)
    const adapter = {
      getHeader: (name: string) => request.headers.get(name) ?? undefined,
      getMethod: () => request.method,
      getPath: () => pathname,
      getUrl: () => request.url,
      getAcceptHeader: () => 'application/json',
      getUserAgent: () => 'bench',
      getBody: () => body,
    }
    const context = {
      adapter,
      path: pathname,
      method: request.method,
      paymentHeader: request.headers.get('payment-signature') ?? undefined,
    }
    const result = await server.processHTTPRequest(context)
    if (result.type === 'payment-error')
      return new Response(JSON.stringify(result.response.body ?? {}), {
        status: result.response.status,
        headers: result.response.headers,
      })
    if (result.type !== 'payment-verified') throw new Error('the route is not paid')
    const answer = JSON.stringify(await produce(body))
    const settled = await server.processSettlement(
      result.paymentPayload,
      result.paymentRequirements,
      result.declaredExtensions,
    )
    if (!settled.success) return new Response(settled.errorReason, { status: 402 })
    return new Response(answer, {
      status: 200,
      headers: { 'content-type': 'application/json', ...settled.headers },
    })
  }
  return {
    name: 'reference',
    handle,
    webPids: [process.pid],
    // It loses some under load; only successful sales count.
    sell: (payments, callers) => sell(handle, payments, { callers, mayLose: true }),
  }
}

/** The quote in a 402. */
export function quoteOf(response: Response) {
  const header = response.headers.get('payment-required')
  if (response.status !== 402 || !header) throw new Error(`no quote: ${response.status}`)
  return decodePaymentRequiredHeader(header)
}
