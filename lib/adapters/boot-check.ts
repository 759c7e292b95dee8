import 'server-only'
import { type Address, encodeAbiParameters, type Hex, keccak256, parseAbi, toBytes } from 'viem'
import type { Chain } from '#lib/adapters/chain/client'
import type { Context } from '#lib/adapters/context'
import { isDemoKey } from '#lib/adapters/demo-keys'
import { type Env, EnvError, type NetworkConfig } from '#lib/adapters/env'
import { usdcDecimals } from '#lib/domain/money'

const usdcAbi = parseAbi([
  'function DOMAIN_SEPARATOR() view returns (bytes32)',
  'function decimals() view returns (uint8)',
])

/**
 * Refuses a configuration that would lose or invent money: demo keys, demo secrets or a moved clock in production, a chain
 * that is not the one configured, a token whose signatures or decimals are not what we quote.
 *
 * @throws EnvError that names every variable at fault
 */
export async function checkDeployment(ctx: Pick<Context, 'env' | 'sql' | 'chains'>): Promise<void> {
  const problems = checkKeys(ctx.env)
  if (ctx.env.mode === 'production') {
    const [clock] = await ctx.sql<{ offset: string }[]>`select offset_seconds as offset from service_clock`
    if (Number(clock?.offset) !== 0)
      problems.push('DATABASE_URL: this is a sandbox database, its clock was moved')
  }
  for (const network of ctx.env.networks) {
    const chain = ctx.chains.get(network.chainId)
    if (chain) problems.push(...(await checkChain(chain, network)))
  }
  if (problems.length > 0) throw new EnvError(problems)
}

/** The part of the check that needs nothing but the settings. */
export function checkKeys(env: Env): string[] {
  if (env.mode !== 'production') return []
  const keys = { RELAYER_KEY: env.relayerKey, ANCHOR_KEY: env.anchorKey }
  return Object.entries(keys)
    .filter(([, key]) => key !== undefined && isDemoKey(key))
    .map(([name]) => `${name}: is a demo key that anyone can compute; production needs one of its own`)
}

async function checkChain(chain: Chain, network: NetworkConfig): Promise<string[]> {
  const rpc = `RPC_URLS_${network.chainId}`
  const token = `USDC_ADDRESS_${network.chainId}`
  let chainId: number
  try {
    chainId = await chain.client.getChainId()
  } catch {
    return [`${rpc}: no answer from ${network.name}`]
  }
  if (chainId !== network.chainId) return [`${rpc}: this is chain ${chainId}, not ${network.chainId}`]
  try {
    const [separator, decimals] = await Promise.all([
      chain.client.readContract({
        address: network.usdc.address,
        abi: usdcAbi,
        functionName: 'DOMAIN_SEPARATOR',
      }),
      chain.client.readContract({ address: network.usdc.address, abi: usdcAbi, functionName: 'decimals' }),
    ])
    const problems: string[] = []
    if (separator !== domainSeparator(network))
      problems.push(`${token}: its domain separator is not that of "${network.usdc.domainName}"`)
    if (decimals !== usdcDecimals) problems.push(`${token}: it has ${decimals} decimals, not ${usdcDecimals}`)
    return problems
  } catch {
    return [`${token}: there is no EIP-3009 token at this address on ${network.name}`]
  }
}

/** EIP-712 domain separator of a network's USDC. */
export function domainSeparator(network: { chainId: number; usdc: NetworkConfig['usdc'] }): Hex {
  const typeHash = keccak256(
    toBytes('EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)'),
  )
  return keccak256(
    encodeAbiParameters(
      [
        { type: 'bytes32' },
        { type: 'bytes32' },
        { type: 'bytes32' },
        { type: 'uint256' },
        { type: 'address' },
      ],
      [
        typeHash,
        keccak256(toBytes(network.usdc.domainName)),
        keccak256(toBytes(network.usdc.domainVersion)),
        BigInt(network.chainId),
        network.usdc.address as Address,
      ],
    ),
  )
}
