import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import {
  decodePaymentRequiredHeader,
  decodePaymentResponseHeader,
  decodePaymentSignatureHeader,
  encodePaymentSignatureHeader,
} from '@x402/core/http'
import type { PaymentPayload } from '@x402/core/types'
import { ExactEvmScheme } from '@x402/evm/exact/client'
import { appendPaymentIdentifierToExtensions } from '@x402/extensions/payment-identifier'
import { wrapFetchWithPayment, x402Client } from '@x402/fetch'
import { type Address, createPublicClient, http, parseAbi } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { openContext } from '#lib/adapters/context'
import { demoKey } from '#lib/adapters/demo-keys'
import { parseEnv } from '#lib/adapters/env'
import type { Facilitator } from '#lib/adapters/facilitator/facilitator'
import { openFacilitator } from '#lib/adapters/facilitator/open'
import type { Handlers } from '#lib/http/api/guarded'
import { scheduledRoute } from '#lib/http/api/scheduled-route'
import { operationsRoute } from '#lib/http/operation-handlers'
import { uploadsRoute } from '#lib/http/uploads/uploads'
import { mcpRoute } from '#lib/mcp/route'
import { expireBounties } from '#lib/operations/bounties'
import type { PaymentContext } from '#lib/services/payments/types'
import type { LocalChains } from '#sandbox/chains'
import { fundUsdc } from '#sandbox/local-chain'

export const revenue = privateKeyToAccount(demoKey('revenue')).address
/** Every test comes from nowhere in particular, and asks as often as it likes. */
export const unlimited = Object.fromEntries(
  ['FREE', 'LIGHT', 'PAGES', 'SIGN_IN', 'LIKENESS', 'UNPAID', 'UPLOADS'].map((name) => [
    `RATE_LIMIT_${name}`,
    '0',
  ]),
)

export const testPushKey = 'dimc7GGWgN4dnyy5OKgtekVqPyDCeJQkqpVH5jiKZbk'
export const treasury = privateKeyToAccount(demoKey('treasury')).address

/** The settings of a service on local chains. */
export function settingsFor(args: {
  chains: LocalChains
  databaseUrl: string
  baseUrl: string
}): Record<string, string> {
  const perNetwork = Object.values(args.chains.networks).flatMap(({ chainId, rpcUrl, escrow }) => [
    [`RPC_URLS_${chainId}`, rpcUrl],
    [`PAY_TO_${chainId}`, revenue],
    [`ESCROW_ADDRESS_${chainId}`, escrow],
    [`CONFIRMATIONS_${chainId}`, '0'],
    [`FINALITY_${chainId}`, '0'],
  ])
  return {
    CAIRN_MODE: 'sandbox',
    LOG_LEVEL: 'silent',
    DATABASE_URL: args.databaseUrl,
    BASE_URL: args.baseUrl,
    ...unlimited,
    SECRET_KEY: 'a secret of the tests, 32 characters and more',
    CRON_SECRET: 'another secret of the tests, 32 characters',
    PUSH_KEY: testPushKey,
    RELAYER_KEY: demoKey('relayer'),
    TREASURY_ADDRESS: treasury,
    MEDIA_DIR: join(tmpdir(), 'cairn-test-media'),
    TREASURY_KEY: demoKey('treasury'),
    OPERATOR_KEY: demoKey('escrow_operator'),
    ...Object.fromEntries(perNetwork),
  }
}

export type PaidService = { ctx: PaymentContext; url: string; close: () => Promise<void> }

/** The paid endpoints on a real HTTP server, without the framework around them. */
export async function startPaidService(options: {
  settings: Record<string, string>
  port?: number
  facilitator?: (ctx: Omit<PaymentContext, 'facilitator'>) => Facilitator
  /** See `openDatabase`. */
  copyWithinMs?: number
}): Promise<PaidService> {
  const { copyWithinMs } = options
  const opened = await openContext(parseEnv(options.settings), {
    service: 'test',
    maxConnections: 20,
    copyWithinMs,
  })
  const facilitator = options.facilitator?.(opened) ?? openFacilitator(opened)
  const ctx = { ...opened, facilitator }
  const dispatch = dispatcher(ctx)
  const server = createServer((incoming, outgoing) => void serve(dispatch, incoming, outgoing))
  await new Promise<void>((resolve) => server.listen(options.port ?? 0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    ctx,
    url: `http://127.0.0.1:${port}`,
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      await opened.close()
    },
  }
}

/** Finds the handlers of a path as the framework does. */
export function dispatcher(ctx: PaymentContext): (request: Request) => Promise<Response> {
  const open = async () => ctx
  const routes: [pattern: RegExp, handlers: Handlers][] = [
    [/^\/api\/cron\/expire-bounties$/, scheduledRoute(expireBounties, open)],
    [/^\/api\/board\/uploads(\/.*)?$/, uploadsRoute(open)],
    [/^\/mcp$/, mcpRoute(open)],
    [/^/, operationsRoute(open)],
  ]
  return (request) => {
    const { pathname } = new URL(request.url)
    const [, handlers] = routes.find(([pattern]) => pattern.test(pathname))!
    return handlers[request.method as keyof Handlers](request)
  }
}

async function serve(
  dispatch: (request: Request) => Promise<Response>,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<void> {
  const bodiless = incoming.method === 'GET' || incoming.method === 'HEAD'
  const request = new Request(`http://${incoming.headers.host}${incoming.url}`, {
    method: incoming.method,
    headers: incoming.headers as Record<string, string>,
    body: bodiless ? undefined : (Readable.toWeb(incoming) as ReadableStream),
    duplex: 'half',
  } as RequestInit)
  const response = await dispatch(request)
  outgoing.writeHead(response.status, Object.fromEntries(response.headers))
  outgoing.end(Buffer.from(await response.arrayBuffer()))
}

export type Payer = ReturnType<typeof privateKeyToAccount>

/** A new wallet with USDC on each chain. @param amountAtomic millionths of a USDC */
export async function createPayer(chains: LocalChains, amountAtomic = 1_000_000n): Promise<Payer> {
  const payer = privateKeyToAccount(generatePrivateKey())
  for (const { rpcUrl, usdc } of Object.values(chains.networks))
    await fundUsdc(rpcUrl, usdc, payer.address, amountAtomic)
  return payer
}

/** The stock client, paying from a wallet on the networks given. */
export function payingClient(payer: Payer, networks: readonly `eip155:${number}`[]): x402Client {
  return x402Client.fromConfig({
    // The client's own table lacks Arc's USDC, and its default limit is a dollar.
    spendControls: { allowedAssets: true, maxAmountPerPayment: false },
    schemes: networks.map((network) => ({ network, client: new ExactEvmScheme(payer) })),
  })
}

export function payingFetch(payer: Payer, networks: readonly `eip155:${number}`[]): typeof fetch {
  return wrapFetchWithPayment(fetch, payingClient(payer, networks)) as typeof fetch
}

const balanceAbi = parseAbi(['function balanceOf(address) view returns (uint256)'])

export function usdcBalance(network: { rpcUrl: string; usdc: Address }, owner: Address): Promise<bigint> {
  return createPublicClient({ transport: http(network.rpcUrl) }).readContract({
    address: network.usdc,
    abi: balanceAbi,
    functionName: 'balanceOf',
    args: [owner],
  })
}

/**
 * Asks for a quote and signs it with the stock client: the value of a PAYMENT-SIGNATURE header.
 *
 * @param args.identifier the payer's identifier for the payment
 */
export async function signPayment(args: {
  url: string
  init?: RequestInit
  payer: Payer
  network: `eip155:${number}`
  identifier?: string | undefined
}): Promise<string> {
  const { url, init, payer, network, identifier } = args
  const quoted = await fetch(url, init)
  const header = quoted.headers.get('payment-required')
  if (quoted.status !== 402 || !header) throw new Error(`no quote: ${quoted.status} ${await quoted.text()}`)
  await quoted.body?.cancel()
  const required = decodePaymentRequiredHeader(header)
  if (identifier !== undefined) appendPaymentIdentifierToExtensions(required.extensions!, identifier)
  const payload = await payingClient(payer, [network]).createPaymentPayload(required)
  return encodePaymentSignatureHeader(payload)
}

/** A PAYMENT-SIGNATURE header with some members of its payment changed. */
export function alterPayment(header: string, change: (payload: PaymentPayload) => void): string {
  const payload = decodePaymentSignatureHeader(header)
  change(payload)
  return encodePaymentSignatureHeader(payload)
}

/** What a paid answer says of its settlement. */
export const receiptOf = (response: Response) =>
  decodePaymentResponseHeader(response.headers.get('payment-response')!)

/** The request of `init` with a payment. */
export function withPayment(init: RequestInit, header: string): RequestInit {
  return { ...init, headers: { ...(init.headers as Record<string, string>), 'payment-signature': header } }
}

export function jsonPost(body: unknown): RequestInit {
  return { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
}
