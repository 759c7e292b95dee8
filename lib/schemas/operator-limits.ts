import { z } from 'zod'
import { timestamp } from '#lib/schemas/formats'

/** `films`: for one bounty. The others: in a day. */
export const walletLimitNames = ['films', 'bytes', 'cpu', 'failed_payments', 'sign_ins'] as const
export type WalletLimitName = (typeof walletLimitNames)[number]

/** The query string of GET /api/operator/wallet-limits. */
export const walletLimitsQuery = z.object({ limit: z.enum(walletLimitNames).optional() })

const walletUseSchema = z.object({
  wallet: z.string(),
  limit: z.enum(walletLimitNames),
  used_percent: z.int().meta({ description: 'Of what the limit allows; more than 100 is owed.' }),
  is_at_limit: z.boolean().meta({ description: 'More is refused now.' }),
  resets_at: timestamp.nullable().meta({ description: 'When some is allowed again. Real time.' }),
  refused_at: timestamp
    .nullable()
    .meta({ description: 'When something was last refused; not known of films. Real time.' }),
  bounty_id: z.string().nullable().meta({ description: 'Of films: for which one.' }),
})
export type WalletUse = z.output<typeof walletUseSchema>

/** What `GET /api/operator/wallet-limits` answers. */
export const operatorWalletLimitsSchema = z.object({
  wallets: z
    .array(walletUseSchema)
    .meta({ description: 'Those at a limit first, then by use; at most a hundred.' }),
})
export type OperatorWalletLimits = z.output<typeof operatorWalletLimitsSchema>
