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
import { createSigner } from '#lib/adapters/chain/signer'
import { openContext } from '#lib/adapters/context'
import { demoKey } from '#lib/adapters/demo-keys'
import { parseEnv } from '#lib/adapters/env'
import { createBuiltInFacilitator } from '#lib/adapters/facilitator/built-in'
import type { Facilitator } from '#lib/adapters/facilitator/facilitator'
import { openFacilitator } from '#lib/adapters/facilitator/open'
import type { Handlers } from '#lib/http/guarded'
import { notFoundRoute, routes as paths, route } from '#lib/http/route'
import { scheduledRoute } from '#lib/http/scheduled-route'
import { uploadsRoute } from '#lib/http/uploads'
import { mcpRoute } from '#lib/mcp/route'
import { acceptSubmission } from '#lib/operations/accept-submission'
import { cancelBounty } from '#lib/operations/cancel-bounty'
import { createBounty } from '#lib/operations/create-bounty'
import { createSubmission } from '#lib/operations/create-submission'
import { expireBounties } from '#lib/operations/expire-bounties'
import { getBoardBounty } from '#lib/operations/get-board-bounty'
import { getBounty } from '#lib/operations/get-bounty'
import { getObservation } from '#lib/operations/get-observation'
import { getReview } from '#lib/operations/get-review'
import { getSession } from '#lib/operations/get-session'
import { getSubmission } from '#lib/operations/get-submission'
import { getWebhook } from '#lib/operations/get-webhook'
import { issueNonce } from '#lib/operations/issue-nonce'
import { listBoard } from '#lib/operations/list-board'
import { listSubmissions } from '#lib/operations/list-submissions'
import { queryObservations } from '#lib/operations/query-observations'
import { setWebhook } from '#lib/operations/set-webhook'
import { signIn } from '#lib/operations/sign-in'
import { signOut } from '#lib/operations/sign-out'
import { verifyProvenance } from '#lib/operations/verify-provenance'
import { fundUsdc } from '#lib/sandbox/chain-controls'
import type { LocalChains } from '#lib/sandbox/chains'
import type { PaymentContext } from '#lib/services/payments/types'

export const revenue = privateKeyToAccount(demoKey('revenue')).address
/** Every test comes from nowhere in particular, and asks as often as it likes. */
export const unlimited = Object.fromEntries(
  ['FREE', 'LIGHT', 'PAGES', 'SIGN_IN', 'UNPAID'].map((name) => [`RATE_LIMIT_${name}`, '0']),
)

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
  /** How long the built-in facilitator waits for a block. */
  waitMs?: number
}): Promise<PaidService> {
  const opened = await openContext(parseEnv(options.settings), { service: 'test', maxConnections: 20 })
  const facilitator =
    options.facilitator?.(opened) ??
    (options.waitMs === undefined
      ? openFacilitator(opened)
      : createBuiltInFacilitator({
          ctx: opened,
          signer: createSigner(opened.env.relayerKey!),
          waitMs: options.waitMs,
        }))
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
    [/^\/api\/v1\/spatial\/query$/, route(queryObservations, open)],
    [/^\/api\/v1\/observations\/[^/]+$/, route(getObservation, open)],
    [/^\/api\/v1\/provenance\/[^/]+$/, route(verifyProvenance, open)],
    [/^\/api\/v1\/bounties$/, route(createBounty, open)],
    [/^\/api\/v1\/bounties\/[^/]+$/, route(getBounty, open)],
    [/^\/api\/v1\/bounties\/[^/]+\/accept$/, route(acceptSubmission, open)],
    [/^\/api\/v1\/bounties\/[^/]+\/cancel$/, route(cancelBounty, open)],
    [/^\/api\/v1\/bounties\/[^/]+\/webhook$/, paths([getWebhook, setWebhook], open)],
    [/^\/api\/review\/bounties\/[^/]+$/, route(getReview, open)],
    [/^\/api\/cron\/expire-bounties$/, scheduledRoute(expireBounties, open)],
    [/^\/api\/auth\/nonce$/, route(issueNonce, open)],
    [/^\/api\/auth\/verify$/, route(signIn, open)],
    [/^\/api\/auth\/session$/, route(getSession, open)],
    [/^\/api\/auth\/sign-out$/, route(signOut, open)],
    [/^\/api\/board\/bounties$/, route(listBoard, open)],
    [/^\/api\/board\/bounties\/[^/]+$/, route(getBoardBounty, open)],
    [/^\/api\/board\/bounties\/[^/]+\/submissions$/, route(createSubmission, open)],
    [/^\/api\/board\/submissions$/, route(listSubmissions, open)],
    [/^\/api\/board\/submissions\/[^/]+$/, route(getSubmission, open)],
    [/^\/api\/board\/uploads(\/.*)?$/, uploadsRoute(open)],
    [/^\/mcp$/, mcpRoute(open)],
    [/^/, notFoundRoute()],
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
    // Arc's USDC is not in the client's own table, and by itself it pays a dollar at most.
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
 * @param args.identifier what the payer calls the payment
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
