import 'server-only'
import { parseEther } from 'viem'
import { z } from 'zod'
import { isAddressRange } from '#lib/adapters/address-ranges'
import { keyForms, parseKeyRef, parseRetiredKey } from '#lib/adapters/key-ref'
import { readPushKey } from '#lib/adapters/push-key'
import { anchorNetwork } from '#lib/domain/chain/networks'
import { parseUsdc } from '#lib/domain/money/money'
import { refuse } from '#lib/schemas/refuse'

/**
 * An operator's account. With its chain, because the same address may be a different contract on another
 * chain.
 */
export type OperatorWallet = Readonly<{ chainId: number; address: `0x${string}` }>

// Parsers for each type of setting. Error messages never contain the value.

export const address = z
  .string()
  .regex(/^0x[0-9a-fA-F]{40}$/, 'must be 0x and 40 hex digits')
  .transform((value) => value as `0x${string}`)
export const whole = (least: number, most: number) => z.coerce.number().int().min(least).max(most)
/** Items separated by commas. */
const list = z.string().transform((value) => value.split(',').map((item) => item.trim()))
export const keyRef = z.string().transform((value, check) => {
  const key = parseKeyRef(value)
  if (key !== undefined) return key
  return refuse(check, keyForms)
})
export const retiredKeys = list.transform((items, check) => {
  const keys = items.map((item) => parseRetiredKey(item))
  if (keys.every((key) => key !== undefined)) return keys
  return refuse(check, `each ${keyForms}, or an address`)
})
export const required = (otherwise: string) => ({
  error: (issue: { input?: unknown }) => (issue.input === undefined ? 'is required' : otherwise),
})
const web = { protocol: /^https?$/ }
export const url = z
  .url({ ...web, ...required('must be an http or https URL') })
  .transform((value) => value.replace(/\/+$/, ''))
/** Scheme, host and port only. */
export const origin = z
  .url({ ...web, ...required('must be an http or https URL') })
  .transform((value, check) => {
    const { origin, pathname, search, hash, username, password } = new URL(value)
    if (/^\/*$/.test(pathname) && !search && !hash && !username && !password) return origin
    return refuse(check, 'must be an origin: no path, query, fragment or user')
  })
export const urlList = list.pipe(z.array(z.url(web)).min(1))
export const finality = z.union([z.enum(['safe', 'finalized']), whole(0, 10_000)])
export const secret = z.string(required('must be text')).min(32, 'must have at least 32 characters')
/** The key pair of Web Push, from its private key. */
export const pushKey = z.string().transform((value, check) => {
  const read = readPushKey(value)
  if (read) return read
  return refuse(
    check,
    'must be a random private key of P-256: 32 bytes in base64url, such as `npx web-push generate-vapid-keys` prints',
  )
})
export const usdc = z.string().transform((value, check) => {
  try {
    return parseUsdc(value)
  } catch (error) {
    return refuse(check, (error as Error).message)
  }
})
/** An amount of a network's native coin in whole units, parsed to wei; `null` for 0. */
export const nativeAmount = z
  .string()
  .regex(/^\d{1,9}(\.\d{1,18})?$/, 'must be a decimal amount, such as 0.05')
  .transform((value) => parseEther(value) || null)
export const textList = (pattern: RegExp, message: string) =>
  list.pipe(z.array(z.string().regex(pattern, message)))
export const databaseUrls = textList(
  /^postgres(ql)?:\/\//,
  'must be URLs that start with postgres://, separated by commas',
)
export const wholeUsdc = whole(1, 1_000_000)
export const wallets = textList(
  /^(eip155:\d+:)?0x[0-9a-fA-F]{40}$/,
  'must be addresses, each 0x and 40 hex digits, or CAIP-10 accounts',
).transform((all) =>
  all.map((account): OperatorWallet => {
    const [address, chainId = anchorNetwork.chainId] = account.split(':').reverse()
    return { chainId: Number(chainId), address: address!.toLowerCase() as `0x${string}` }
  }),
)
export const blocks = whole(0, 10_000)
export const block = z.coerce.number().int().min(0)
export const seconds = z.coerce.number().int().min(1)

export const port = whole(1, 65_535)
export const wholeNumber = whole(0, Number.MAX_SAFE_INTEGER)
export const requestLimit = whole(0, 1_000_000)
export const addressRanges = list.transform((ranges, check) => {
  if (ranges.every(isAddressRange)) return ranges
  return refuse(check, 'must be addresses or CIDR ranges, separated by commas')
})
