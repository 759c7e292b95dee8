import 'server-only'
import { type Address, isAddressEqual } from 'viem'
import type { OperatorWallet } from '#lib/adapters/env-fields'
import type { Guarded } from '#lib/adapters/env-production'
import { addressOf, type KeyRef, type RetiredKey } from '#lib/adapters/key-ref'

/** Of the variables that are compared with one another, those that could be read. */
type Variables = Readonly<
  Partial<
    Record<'TREASURY_KEY' | 'OPERATOR_KEY' | 'RELAYER_KEY' | 'ANCHOR_KEY', KeyRef> &
      Record<'TREASURY_ADDRESS' | 'PAY_TO_8453' | 'PAY_TO_5042', Address> &
      Record<
        'BASE_URL' | 'SECRET_KEY' | 'CRON_SECRET' | 'FACILITATOR_TOKEN' | 'S3_SECRET_ACCESS_KEY',
        string
      > &
      Record<'BOUNTY_MIN_USDC' | 'BOUNTY_MAX_USDC', number> & {
        RETIRED_KEYS: readonly RetiredKey[]
        OPERATOR_WALLETS: readonly OperatorWallet[]
        TRUSTED_PROXIES: readonly string[]
      }
  >
>

/** What is wrong with settings beside one another. */
export function checkTogether(
  v: Variables,
  networkIds: readonly string[],
  isGiven: (name: string) => boolean,
  needs: { relayer: boolean },
): string[] {
  const problems: string[] = []
  if (needs.relayer && !isGiven('FACILITATOR_URL') && !isGiven('RELAYER_KEY'))
    problems.push('RELAYER_KEY: is required unless FACILITATOR_URL is set')
  if (v.BOUNTY_MIN_USDC && v.BOUNTY_MAX_USDC && v.BOUNTY_MIN_USDC > v.BOUNTY_MAX_USDC)
    problems.push('BOUNTY_MIN_USDC: is more than BOUNTY_MAX_USDC')
  if (v.TREASURY_ADDRESS) {
    const treasury = v.TREASURY_ADDRESS
    if (v.TREASURY_KEY && !isAddressEqual(addressOf(v.TREASURY_KEY), treasury))
      problems.push('TREASURY_KEY: is not the key of TREASURY_ADDRESS')
    // Revenue may be taken out at any time; the money of bounties must add up to the cent.
    if ([v.PAY_TO_8453, v.PAY_TO_5042].some((payTo) => payTo && isAddressEqual(payTo, treasury)))
      problems.push('TREASURY_ADDRESS: must differ from every PAY_TO')
  }
  for (const chainId of new Set(v.OPERATOR_WALLETS?.map((wallet) => wallet.chainId)))
    if (!networkIds.includes(`eip155:${chainId}`))
      problems.push(`OPERATOR_WALLETS: eip155:${chainId} is not one of NETWORKS`)
  return problems
}

/** The settings that production is stricter about. */
export function guardedOf(v: Variables): Guarded {
  const wallets = [
    ...(['TREASURY_ADDRESS', 'PAY_TO_8453', 'PAY_TO_5042'] as const).map((name) => [name, v[name]] as const),
    ...(v.OPERATOR_WALLETS ?? []).map(({ address }) => ['OPERATOR_WALLETS', address] as const),
  ]
  return {
    baseUrl: v.BASE_URL,
    secrets: { SECRET_KEY: v.SECRET_KEY, CRON_SECRET: v.CRON_SECRET },
    credentials: { FACILITATOR_TOKEN: v.FACILITATOR_TOKEN, S3_SECRET_ACCESS_KEY: v.S3_SECRET_ACCESS_KEY },
    keys: {
      RELAYER_KEY: v.RELAYER_KEY,
      ANCHOR_KEY: v.ANCHOR_KEY,
      TREASURY_KEY: v.TREASURY_KEY,
      OPERATOR_KEY: v.OPERATOR_KEY,
    },
    retired: v.RETIRED_KEYS ?? [],
    wallets: wallets.flatMap(([name, address]) => (address ? [[name, address] as const] : [])),
    trustedProxies: v.TRUSTED_PROXIES ?? [],
  }
}
