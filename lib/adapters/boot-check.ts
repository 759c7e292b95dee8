import 'server-only'
import { type Address, domainSeparator, isAddressEqual, parseAbi } from 'viem'
import { bountyEscrowV2Abi } from '#contracts/bounty-escrow-v2'
import type { Chain } from '#lib/adapters/chain/client'
import { escrowsOf, isNotInContract } from '#lib/adapters/chain/escrow'
import { type KeyServiceError, readKmsAddress } from '#lib/adapters/chain/kms-signer'
import { findTooFewConnections } from '#lib/adapters/connection-limit'
import type { Context } from '#lib/adapters/context'
import { type Env, EnvError, type NetworkConfig } from '#lib/adapters/env'
import { addressOf, type KeyRef } from '#lib/adapters/key-ref'
import { findOldPostgres } from '#lib/adapters/postgres-version'
import { usdcDecimals, wholeUsdc } from '#lib/domain/money/money'

const usdcAbi = parseAbi([
  'function DOMAIN_SEPARATOR() view returns (bytes32)',
  'function decimals() view returns (uint8)',
])

/**
 * Refuses a configuration that could lose or miscount money: a PostgreSQL that is too old or allows too few connections, a moved clock in
 * production, an RPC endpoint of another chain, a token whose EIP-712 domain or decimals differ from the configured ones, an escrow that
 * holds another token or that the operator key may not release from.
 *
 * @returns a message for each network that does not respond. It could not be checked and must be checked
 * later; the service starts regardless, because refunds on the other networks must continue.
 * @throws EnvError that names every invalid variable
 */
export async function checkDeployment(ctx: Pick<Context, 'env' | 'sql' | 'chains'>): Promise<string[]> {
  const old = await findOldPostgres(ctx.sql)
  if (old) throw new EnvError([old])
  const problems: string[] = []
  if (ctx.env.mode === 'production') {
    const [clock] = await ctx.sql<{ offset: string }[]>`select offset_seconds as offset from service_clock`
    if (Number(clock?.offset) !== 0)
      problems.push('DATABASE_URL: this is a sandbox database, its clock was moved')
  }
  const few = await findTooFewConnections(ctx)
  if (few) problems.push(few)
  problems.push(...(await checkQueued(ctx)), ...(await checkTreasury(ctx)), ...(await checkEscrows(ctx)))
  const { silent, ...keys } = await checkKmsKeys(ctx.env)
  problems.push(...keys.problems)
  const checked = await Promise.all(
    ctx.env.networks.map(async (network) => {
      const chain = ctx.chains.get(network.chainId)
      const found = chain && (await checkChain(chain, network, ctx.env).catch(() => undefined))
      if (!found) silent.push(`RPC_URLS_${network.chainId}: no answer from ${network.name}`)
      return found ?? []
    }),
  )
  problems.push(...checked.flat())
  if (problems.length > 0) throw new EnvError(problems)
  return silent
}

/**
 * Finds queued transactions of a key that had one of our roles earlier and is no longer configured. Its
 * signed transactions will still be mined, but nobody would sign the queued ones.
 */
async function checkQueued({ env, sql }: Pick<Context, 'env' | 'sql'>): Promise<string[]> {
  const own = ownKeys(env)
  const known = [...Object.values(own).map(addressOf), ...env.retiredKeys.map(({ address }) => address)]
  const rows = await sql<{ sender: Address; network: string; roles: string[]; count: number }[]>`
    select t.sender, 'eip155:' || t.chain_id as network, a.roles, count(*)::int as count
    from chain_tx t join chain_account a on a.chain_id = t.chain_id and a.address = t.sender
    where t.state in ('queued') group by 1, 2, 3 order by 1, 2`
  return rows.flatMap(({ sender, network, roles, count }) => {
    const role = roles.find((name) => `${name.toUpperCase()}_KEY` in own)
    if (role === undefined || known.some((address) => isAddressEqual(address, sender))) return []
    const what = `${count} transaction${count === 1 ? '' : 's'} of the previous ${role} (${sender})`
    return [
      `RETIRED_KEYS: ${what} wait${count === 1 ? 's' : ''} to be signed on ${network}; list its key here`,
    ]
  })
}

/**
 * Finds bounties whose money is still in an earlier treasury: only that treasury can forward it to the
 * escrow.
 */
async function checkTreasury({ env, sql }: Pick<Context, 'env' | 'sql'>): Promise<string[]> {
  const rows = await sql<{ payTo: string; count: number }[]>`
    select lower(p.pay_to) as "payTo", count(*)::int as count
    from payment p left join bounty b on b.payment_id = p.id
    where lower(p.pay_to) <> ${env.treasury.toLowerCase()}
      and (exists (select from bounty_order o where o.payment_id = p.id) or b.bounty_id is not null)
      and case when b.bounty_id is null then p.closed_at is null
               else not b.post_is_final and b.state not in ('accepted', 'cancelled', 'expired_refunded', 'failed') end
    group by 1 order by 1`
  return rows.map(({ payTo, count }) => {
    const what = count === 1 ? '1 bounty was' : `${count} bounties were`
    return `TREASURY_ADDRESS: ${what} paid to ${payTo} without a final post to the escrow; use that treasury until then`
  })
}

/**
 * Finds escrow contracts of bounties that are not configured. The audit would report posts to them as theft.
 */
async function checkEscrows({ env, sql }: Pick<Context, 'env' | 'sql'>): Promise<string[]> {
  const rows = await sql<{ chainId: number; escrow: Address; count: number }[]>`
    select chain_id as "chainId", escrow, count(*)::int as count from bounty group by 1, 2 order by 1, 2`
  return rows.flatMap(({ chainId, escrow, count }) => {
    const network = env.networks.find((each) => each.chainId === chainId)
    if (!network || escrowsOf(network).some((each) => isAddressEqual(each, escrow))) return []
    const what = count === 1 ? '1 bounty uses' : `${count} bounties use`
    return [`PREVIOUS_ESCROW_ADDRESS_${chainId}: ${what} the escrow ${escrow}; set that contract here`]
  })
}

/** The keys of this process, by variable name. */
export function ownKeys(env: Env): Record<string, KeyRef> {
  const keys = {
    RELAYER_KEY: env.relayerKey,
    ANCHOR_KEY: env.anchorKey,
    TREASURY_KEY: env.treasuryKey,
    OPERATOR_KEY: env.operatorKey,
  }
  return Object.fromEntries(
    Object.entries(keys).filter((entry): entry is [string, KeyRef] => entry[1] !== undefined),
  )
}

/**
 * Checks that each KMS key belongs to the configured account. A key service that does not respond is reported
 * in `silent`.
 */
async function checkKmsKeys(env: Env): Promise<{ problems: string[]; silent: string[] }> {
  const problems: string[] = []
  const silent: string[] = []
  await Promise.all(
    Object.entries(ownKeys(env)).map(async ([name, key]) => {
      if (typeof key === 'string') return
      try {
        const address = await readKmsAddress(key)
        if (!isAddressEqual(address, key.address))
          problems.push(`${name}: the account of this key is ${address}, not the one given after @`)
      } catch (error) {
        const { isWrongKey, message } = error as KeyServiceError
        const list = isWrongKey ? problems : silent
        list.push(`${name}: ${message}`)
      }
    }),
  )
  return { problems: problems.sort(), silent: silent.sort() }
}

/** @throws when the chain does not respond */
async function checkChain(
  chain: Chain,
  network: NetworkConfig,
  env: Pick<Env, 'operatorKey' | 'bounty'>,
): Promise<string[]> {
  const chainId = await chain.client.getChainId()
  if (chainId !== network.chainId)
    return [`RPC_URLS_${network.chainId}: this is chain ${chainId}, not ${network.chainId}`]
  const problems = await checkToken(chain, network)
  if (problems.length > 0) return problems
  const { escrow, previousEscrow } = network
  const variable = `ESCROW_ADDRESS_${network.chainId}`
  const escrows = [{ address: escrow, variable }]
  if (previousEscrow) escrows.push({ address: previousEscrow, variable: `PREVIOUS_${variable}` })
  const found = await Promise.all(escrows.map((one) => checkEscrow(chain, network, one, env)))
  return found.flat()
}

async function checkToken(chain: Chain, network: NetworkConfig): Promise<string[]> {
  const token = `USDC_ADDRESS_${network.chainId}`
  const { address, domainName: name, domainVersion: version } = network.usdc
  try {
    const [separator, decimals] = await Promise.all([
      chain.client.readContract({ address, abi: usdcAbi, functionName: 'DOMAIN_SEPARATOR' }),
      chain.client.readContract({ address, abi: usdcAbi, functionName: 'decimals' }),
    ])
    const problems: string[] = []
    const domain = { name, version, chainId: network.chainId, verifyingContract: address }
    if (separator !== domainSeparator({ domain }))
      problems.push(`${token}: its domain separator is not that of "${network.usdc.domainName}"`)
    if (decimals !== usdcDecimals) problems.push(`${token}: it has ${decimals} decimals, not ${usdcDecimals}`)
    return problems
  } catch (error) {
    if (!isNotInContract(error)) throw error
    return [`${token}: there is no EIP-3009 token at this address on ${network.name}`]
  }
}

async function checkEscrow(
  chain: Chain,
  network: NetworkConfig,
  { address, variable }: { address: Address; variable: string },
  { operatorKey, bounty }: Pick<Env, 'operatorKey' | 'bounty'>,
): Promise<string[]> {
  const escrow = { address, abi: bountyEscrowV2Abi } as const
  const operator = operatorKey && addressOf(operatorKey)
  try {
    const [token, isOperator] = await Promise.all([
      chain.client.readContract({ ...escrow, functionName: 'TOKEN' }),
      operator && chain.client.readContract({ ...escrow, functionName: 'isOperator', args: [operator] }),
    ])
    const problems: string[] = []
    // Version 1 of the escrow has no limit and no such function.
    const largest = await chain.client
      .readContract({ ...escrow, functionName: 'MAX_AMOUNT' })
      .catch((error: unknown) => {
        if (!isNotInContract(error)) throw error
        return undefined
      })
    if (largest !== undefined && BigInt(largest) < wholeUsdc(bounty.maxUsdc))
      problems.push(`BOUNTY_MAX_USDC: exceeds MAX_AMOUNT of the escrow on ${network.name}`)
    if (!isAddressEqual(token, network.usdc.address))
      problems.push(`${variable}: this escrow holds ${token}, not the USDC of ${network.name}`)
    if (isOperator === false)
      problems.push(`OPERATOR_KEY: ${operator} is not an operator of the escrow on ${network.name}`)
    return problems
  } catch (error) {
    if (!isNotInContract(error)) throw error
    return [`${variable}: there is no escrow contract at this address on ${network.name}`]
  }
}
