import 'server-only'
import { z } from 'zod'
import { isAddressRange } from '#lib/adapters/address-ranges'
import { parseUsdc } from '#lib/domain/money'

/** An operator's account: on another chain the same address may be another contract's. */
export type OperatorWallet = Readonly<{ chainId: number; address: `0x${string}` }>

// How each kind of setting is read; the messages never repeat a value.

export const address = z
  .string()
  .regex(/^0x[0-9a-fA-F]{40}$/, 'must be 0x and 40 hex digits')
  .transform((value) => value as `0x${string}`)
export const privateKey = z
  .string()
  .regex(/^0x[0-9a-fA-F]{64}$/, 'must be 0x and 64 hex digits')
  .transform((value) => value as `0x${string}`)
export const required = (otherwise: string) => ({
  error: (issue: { input?: unknown }) => (issue.input === undefined ? 'is required' : otherwise),
})
export const url = z.url(required('must be a URL')).transform((value) => value.replace(/\/+$/, ''))
export const urlList = z
  .string()
  .transform((value) => value.split(',').map((item) => item.trim()))
  .pipe(z.array(z.url()).min(1))
export const finality = z.union([z.enum(['safe', 'finalized']), z.coerce.number().int().min(0).max(10_000)])
export const secret = z.string(required('must be text')).min(32, 'must have at least 32 characters')
export const usdc = z.string().transform((value, check) => {
  try {
    return parseUsdc(value)
  } catch (error) {
    check.addIssue({ code: 'custom', message: (error as Error).message })
    return z.NEVER
  }
})
export const textList = (pattern: RegExp, message: string) =>
  z
    .string()
    .transform((value) => value.split(',').map((item) => item.trim()))
    .pipe(z.array(z.string().regex(pattern, message)))
export const wholeUsdc = z.coerce.number().int().min(1).max(1_000_000)
export const wallets = textList(
  /^(eip155:\d+:)?0x[0-9a-fA-F]{40}$/,
  'must be addresses, each 0x and 40 hex digits, or CAIP-10 accounts',
).transform((all) =>
  all.map((account): OperatorWallet => {
    const [address, chainId = '8453'] = account.split(':').reverse()
    return { chainId: Number(chainId), address: address!.toLowerCase() as `0x${string}` }
  }),
)
export const blocks = z.coerce.number().int().min(0).max(10_000)
export const block = z.coerce.number().int().min(0)
export const seconds = z.coerce.number().int().min(1)

export const port = z.coerce.number().int().min(1).max(65_535)
export const wholeNumber = z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER)
export const perMinute = z.coerce.number().int().min(0).max(1_000_000)
export const addressRanges = z.string().transform((value, check) => {
  const ranges = value.split(',').map((item) => item.trim())
  const wrong = ranges.find((range) => !isAddressRange(range))
  if (wrong === undefined) return ranges
  check.addIssue({ code: 'custom', message: 'must be addresses or CIDR ranges, separated by commas' })
  return z.NEVER
})
