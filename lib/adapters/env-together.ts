import 'server-only'
import { type Address, isAddressEqual } from 'viem'
import type { OperatorWallet } from '#lib/adapters/env-fields'
import type { readNetworks } from '#lib/adapters/env-networks'
import type { Guarded } from '#lib/adapters/env-production'
import { addressOf, type KeyRef, type RetiredKey } from '#lib/adapters/key-ref'
import type { PushKey } from '#lib/adapters/push-key'
import { networkOf } from '#lib/domain/chain/caip2'

/** The variables that are compared with one another. Invalid ones are omitted. */
type Variables = Readonly<
  Partial<
    Record<'TREASURY_KEY' | 'OPERATOR_KEY' | 'RELAYER_KEY' | 'ANCHOR_KEY', KeyRef> &
      Record<'TREASURY_ADDRESS', Address> &
      Record<
        'BASE_URL' | 'SECRET_KEY' | 'CRON_SECRET' | 'FACILITATOR_TOKEN' | 'S3_SECRET_ACCESS_KEY',
        string
      > &
      Record<'BOUNTY_MIN_USDC' | 'BOUNTY_MAX_USDC' | 'DELIVERY_DELAY_MAX_SECONDS', number> & {
        PUSH_KEY: PushKey
        RETIRED_KEYS: readonly RetiredKey[]
        OPERATOR_WALLETS: readonly OperatorWallet[]
        TRUSTED_PROXIES: readonly string[]
      }
  >
>

/** Returns the problems of settings that contradict each other. */
export function checkTogether(
  v: Variables,
  networks: Pick<ReturnType<typeof readNetworks>, 'ids' | 'payTo'>,
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
    // Revenue may be withdrawn at any time, but the balance of the treasury must match the bounties exactly.
    if (networks.payTo.some(([, payTo]) => isAddressEqual(payTo, treasury)))
      problems.push('TREASURY_ADDRESS: must differ from every PAY_TO')
  }
  for (const chainId of new Set(v.OPERATOR_WALLETS?.map((wallet) => wallet.chainId)))
    if (!networks.ids.includes(networkOf(chainId)))
      problems.push(`OPERATOR_WALLETS: ${networkOf(chainId)} is not one of NETWORKS`)
  return problems
}

/** The settings for the stricter checks of production. */
export function guardedOf(v: Variables, networks: Pick<ReturnType<typeof readNetworks>, 'payTo'>): Guarded {
  const wallets = [
    ['TREASURY_ADDRESS', v.TREASURY_ADDRESS] as const,
    ...networks.payTo,
    ...(v.OPERATOR_WALLETS ?? []).map(({ address }) => ['OPERATOR_WALLETS', address] as const),
  ]
  return {
    baseUrl: v.BASE_URL,
    secrets: { SECRET_KEY: v.SECRET_KEY, CRON_SECRET: v.CRON_SECRET },
    credentials: {
      FACILITATOR_TOKEN: v.FACILITATOR_TOKEN,
      S3_SECRET_ACCESS_KEY: v.S3_SECRET_ACCESS_KEY,
      PUSH_KEY: v.PUSH_KEY?.privateKey,
    },
    keys: {
      RELAYER_KEY: v.RELAYER_KEY,
      ANCHOR_KEY: v.ANCHOR_KEY,
      TREASURY_KEY: v.TREASURY_KEY,
      OPERATOR_KEY: v.OPERATOR_KEY,
    },
    retired: v.RETIRED_KEYS ?? [],
    wallets: wallets.flatMap(([name, address]) => (address ? [[name, address] as const] : [])),
    trustedProxies: v.TRUSTED_PROXIES ?? [],
    deliveryDelaySeconds: v.DELIVERY_DELAY_MAX_SECONDS,
  }
}
