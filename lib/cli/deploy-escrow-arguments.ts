import { type Address, getAddress, type Hex, isAddress, isAddressEqual } from 'viem'
import { readOptions } from '#lib/cli/read-options'
import { UsageError } from '#lib/cli/usage-error'
import { type KnownChainId, knownChainIds, networks } from '#lib/domain/chain/networks'

export type DeployArguments = {
  chainId: KnownChainId
  rpcUrl: string
  token: Address
  owner: Address
  operator: Address
  graceSeconds: number
  /** The largest bounty, whole USDC; for good. */
  maxAmountUsdc: number
  /** The amount that may be released per day, in whole USDC. The owner can change it. */
  dailyLimitUsdc: number
  /** True if the owner may be an account without code. */
  plainOwner: boolean
  dryRun: boolean
}

/** Three days: a release still succeeds after an outage, and this is the longest wait if the operator is gone. */
const defaultGraceSeconds = 259_200
const [minGraceSeconds, maxGraceSeconds] = [3_600, 2_592_000]
/** The default of BOUNTY_MAX_USDC. */
const defaultMaxAmountUsdc = 5_000
/** The contract counts in 48 bits. */
const mostUsdc = 281_474_976

export const deployHelp = `Deploys the escrow of one network, reads everything back, and prints the settings to add.

Usage:  DEPLOYER_KEY=0x… npm run contracts:deploy -- --network 8453 --rpc URL --owner 0x… --operator 0x… --daily-limit USDC [--dry-run]

  --network N        ${knownChainIds.map((id) => `${id} (${networks[id].name})`).join(' or ')}
  --rpc URL          an endpoint of that network
  --owner 0x…        names operators, sets the daily limit, revokes unpaid acceptances, pauses posting, sweeps
                     surplus. A multi-signature account that exists on the network
  --plain-owner      the owner may be a plain account (a test network)
  --operator 0x…     the address of OPERATOR_KEY: releases, cancels, refunds
  --grace SECONDS    how long after its deadline a bounty may still be released, and nobody but the
                     operator refund it; ${defaultGraceSeconds} (three days) unless given, never to be changed.
                     From ${minGraceSeconds} to ${maxGraceSeconds}
  --daily-limit USDC how much may be released per day in all, whole USDC. What is accepted beyond it is paid on a later
                     day; the owner can change it at any time. At least the largest bounty
  --max-amount USDC  the largest bounty, whole USDC; ${defaultMaxAmountUsdc} unless given, never to be changed.
                     Not below BOUNTY_MAX_USDC
  --token 0x…        another token than the network's USDC
  --dry-run          sends nothing: says the address, the gas and what it costs
  --help             this text

DEPLOYER_KEY pays the fee and has no part in the contract afterwards. It is read from the environment only; give it to
this one run.
Exit status: 0 deployed (or could be), 1 something was refused, 2 wrong usage.
`

/** @returns `help` when it was asked for @throws UsageError */
export function parseDeployArguments(args: string[]): DeployArguments | 'help' {
  const values = parse(args)
  if (values.help) return 'help'
  const wanted = Number(required(values.network, '--network').replace(/^eip155:/, ''))
  const chainId = knownChainIds.find((id) => id === wanted)
  if (chainId === undefined) throw new UsageError(`--network: must be ${knownChainIds.join(' or ')}.`)
  const rpcUrl = required(values.rpc, '--rpc')
  if (!URL.canParse(rpcUrl) || !/^https?:$/.test(new URL(rpcUrl).protocol))
    throw new UsageError('--rpc: must be an http or https URL.')
  const owner = addressOf(required(values.owner, '--owner'), '--owner')
  const operator = addressOf(required(values.operator, '--operator'), '--operator')
  if (isAddressEqual(owner, operator))
    throw new UsageError('--operator: must differ from --owner, who revokes a stolen operator key.')
  const maxAmountUsdc = wholeOf(values['max-amount'] ?? String(defaultMaxAmountUsdc), '--max-amount')
  const dailyLimitUsdc = wholeOf(required(values['daily-limit'], '--daily-limit'), '--daily-limit')
  if (dailyLimitUsdc < maxAmountUsdc)
    throw new UsageError(
      '--daily-limit: must be at least --max-amount, or the largest bounty could never be paid.',
    )
  return {
    chainId,
    rpcUrl,
    owner,
    operator,
    token: values.token === undefined ? networks[chainId].usdc.address : addressOf(values.token, '--token'),
    graceSeconds: graceOf(values.grace),
    maxAmountUsdc,
    dailyLimitUsdc,
    plainOwner: values['plain-owner'] ?? false,
    dryRun: values['dry-run'] ?? false,
  }
}

/** The key that pays for the deployment. Its value is never repeated. @throws UsageError */
export function parseDeployerKey(value: string | undefined): Hex {
  if (value === undefined || value === '')
    throw new UsageError('DEPLOYER_KEY is not set: it pays for the deployment.')
  if (!/^0x[0-9a-fA-F]{64}$/.test(value)) throw new UsageError('DEPLOYER_KEY: must be 0x and 64 hex digits.')
  return value as Hex
}

function parse(args: string[]) {
  return readOptions({
    args,
    options: {
      network: { type: 'string' },
      rpc: { type: 'string' },
      owner: { type: 'string' },
      'plain-owner': { type: 'boolean' },
      operator: { type: 'string' },
      grace: { type: 'string' },
      'daily-limit': { type: 'string' },
      'max-amount': { type: 'string' },
      token: { type: 'string' },
      'dry-run': { type: 'boolean' },
      help: { type: 'boolean', short: 'h' },
    },
  }).values
}

function required(value: string | undefined, name: string): string {
  if (value === undefined || value === '') throw new UsageError(`${name} is missing.`)
  return value
}

/** Mixed case must have a valid checksum: the owner can never be corrected later. */
function addressOf(value: string, name: string): Address {
  if (!isAddress(value) || /^0x0{40}$/.test(value))
    throw new UsageError(
      `${name}: must be an address, 0x and 40 hex digits, in mixed case with the right checksum.`,
    )
  return getAddress(value)
}

function graceOf(value: string | undefined): number {
  if (value === undefined) return defaultGraceSeconds
  const seconds = Number(value)
  if (!/^\d+$/.test(value) || seconds < minGraceSeconds || seconds > maxGraceSeconds)
    throw new UsageError(
      `--grace: must be a whole number of seconds from ${minGraceSeconds} to ${maxGraceSeconds}.`,
    )
  return seconds
}

function wholeOf(value: string, name: string): number {
  const amount = Number(value)
  if (!/^\d+$/.test(value) || amount === 0 || amount > mostUsdc)
    throw new UsageError(`${name}: must be whole USDC from 1 to ${mostUsdc}.`)
  return amount
}
