import 'server-only'
import { z } from 'zod'
import { wholeNumber } from '#lib/adapters/env-fields'

/** Limits per wallet, independent of client addresses; 0 means unlimited. */
export type WalletLimitsConfig = Readonly<{
  /** Films submitted to one bounty. */
  filmsPerBounty: number
  /** Bytes uploaded per day. */
  bytesPerDay: number
  /** CPU seconds per day of the programs that check its films and make previews. */
  cpuSecondsPerDay: number
  /** Signed payments per day that did not lead to a purchase. */
  failedPaymentsPerDay: number
  signInsPerDay: number
}>

/** The default of WALLET_BYTES_PER_DAY, in uploads of the maximum size. */
const uploadsPerDay = 5

export const walletVariables = {
  WALLET_FILMS_PER_BOUNTY: wholeNumber.default(5),
  WALLET_BYTES_PER_DAY: wholeNumber.optional(),
  WALLET_CPU_SECONDS_PER_DAY: wholeNumber.default(3_600),
  WALLET_FAILED_PAYMENTS_PER_DAY: wholeNumber.default(100),
  WALLET_SIGN_INS_PER_DAY: wholeNumber.default(100),
}

const shape = z.object(walletVariables)

export function walletLimitsOf(
  v: z.output<typeof shape> & { UPLOAD_MAX_BYTES: number },
  problems: string[],
): WalletLimitsConfig {
  const bytesPerDay = v.WALLET_BYTES_PER_DAY ?? uploadsPerDay * v.UPLOAD_MAX_BYTES
  if (bytesPerDay > 0 && bytesPerDay < v.UPLOAD_MAX_BYTES)
    problems.push(
      'WALLET_BYTES_PER_DAY: is less than UPLOAD_MAX_BYTES, so no film of that size could be uploaded',
    )
  return {
    filmsPerBounty: v.WALLET_FILMS_PER_BOUNTY,
    bytesPerDay,
    cpuSecondsPerDay: v.WALLET_CPU_SECONDS_PER_DAY,
    failedPaymentsPerDay: v.WALLET_FAILED_PAYMENTS_PER_DAY,
    signInsPerDay: v.WALLET_SIGN_INS_PER_DAY,
  }
}
