import { readableUsdc } from '#lib/domain/money/money'

/** How an argument of a call is shown. */
type CallValue =
  | { is: 'amount'; text: string }
  | { is: 'time'; iso: string }
  | { is: 'no limit' }
  | { is: 'hash' }
  | { is: 'text' }

/** The contracts whose amounts are atomic units of USDC. */
const holdUsdc: ReadonlySet<string> = new Set(['USDC', 'escrow', 'previous escrow'])
const amounts: ReadonlySet<string> = new Set(['value', 'amount', 'limit'])
const times: ReadonlySet<string> = new Set(['validAfter', 'validBefore', 'deadline', 'expirationTime'])
const unlimited = 2n ** 256n - 1n
const latestSeconds = 8_640_000_000_000n

/** Decides by contract and name what the value of an argument is. An unknown one stays as the chain has it. */
export function readCallValue(contract: string, argument: { name: string; value: string }): CallValue {
  const { value } = argument
  const name = argument.name.split('.').at(-1)!
  if (/^0x(?:[0-9a-f]{40}|[0-9a-f]{64})$/i.test(value)) return { is: 'hash' }
  if (!/^\d+$/.test(value)) return { is: 'text' }
  const number = BigInt(value)
  if (holdUsdc.has(contract) && amounts.has(name))
    return { is: 'amount', text: number === unlimited ? 'unlimited' : `${readableUsdc(number)} USDC` }
  if (!times.has(name)) return { is: 'text' }
  return number === 0n || number > latestSeconds
    ? { is: 'no limit' }
    : { is: 'time', iso: new Date(Number(number) * 1_000).toISOString() }
}
