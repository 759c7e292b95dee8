import { z } from 'zod'
import { timestamp } from '#lib/schemas/formats'

/** `films` is a limit per bounty. The others are limits per day. */
export const walletLimitNames = ['films', 'bytes', 'cpu', 'failed_payments', 'sign_ins'] as const
export type WalletLimitName = (typeof walletLimitNames)[number]

/** The query string of GET /api/operator/wallet-limits. */
export const walletLimitsQuery = z.object({ limit: z.enum(walletLimitNames).optional() })

const walletUseSchema = z.object({
  wallet: z.string(),
  limit: z.enum(walletLimitNames),
  used_percent: z.int().describe('Percentage of the limit; over 100 if more was used than allowed.'),
  is_at_limit: z.boolean().describe('True if more is refused now.'),
  resets_at: timestamp.nullable().describe('When requests are allowed again. Real time.'),
  refused_at: timestamp
    .nullable()
    .describe('When a request was last refused; not recorded for `films`. Real time.'),
  bounty_id: z.string().nullable().describe('For `films`: the bounty.'),
})
export type WalletUse = z.output<typeof walletUseSchema>

/** The answer of `GET /api/operator/wallet-limits`. */
export const operatorWalletLimitsSchema = z.object({
  wallets: z.array(walletUseSchema).describe('Wallets at a limit first, then by use; at most 100.'),
  in_force: z
    .array(
      z.object({
        limit: z.enum(walletLimitNames),
        value: z
          .int()
          .describe('0: switched off. Of `bytes` in bytes, of `cpu` in seconds, otherwise a number.'),
        setting: z.string().describe('The setting that changes it.'),
      }),
    )
    .describe('What each wallet may use.'),
  switched_off: z
    .array(z.enum(walletLimitNames))
    .describe('Limits that are set to 0: nothing is counted for them.'),
})
export type OperatorWalletLimits = z.output<typeof operatorWalletLimitsSchema>
