import 'server-only'
import type { Env } from '#lib/adapters/env'

const notice =
  'Demonstration: local test chains and test money. Never sign with a wallet that holds real USDC; POST /api/sandbox/faucet gives test money.'

/**
 * What programs are told of a sandbox before they sign anything; `undefined` in production. Its chains have the ids and the token addresses
 * of public ones, so a payment that is signed here is valid there too.
 */
export function demoNotice({ mode }: Pick<Env, 'mode'>): string | undefined {
  return mode === 'sandbox' ? notice : undefined
}

/** The RPC endpoints of the test chains of a sandbox. */
export function demoEndpoints({ networks }: Pick<Env, 'networks'>): string {
  const named = networks.map(({ id, rpcUrls: [url] }) => `\`${url}\` (\`${id}\`)`)
  return `The JSON-RPC endpoints of its chains are ${named.join(' and ')}, on the machine that runs this service.`
}
