import { readableUsdc, wholeUsdc } from '#lib/domain/money/money'
import type { BountyLimits } from '#lib/schemas/bounty-order'

/** What a bounty can pay: `50 to 5,000 USDC`. */
export function limitsText({ minUsdc, maxUsdc }: BountyLimits): string {
  return `${readableUsdc(wholeUsdc(minUsdc))} to ${readableUsdc(wholeUsdc(maxUsdc))} USDC`
}
