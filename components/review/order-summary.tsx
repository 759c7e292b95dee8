'use client'
import { PlaceName } from '#components/place/place-name'
import { Moment } from '#components/ui/moment'
import { readableUsdc, wholeUsdc } from '#lib/domain/money/money'
import { sizeText } from '../place/place-picker.tsx'

const dayMs = 86_400_000

/** Explains the button before it is pressed: the amount, where it goes, and when it is refunded. */
export function OrderSummary({
  amountUsdc,
  days,
  networkName,
  place,
}: {
  /** `undefined` if the amount in the form cannot be paid. */
  amountUsdc: number | undefined
  days: number
  networkName: string
  /** The geohash of the area. */
  place: string | undefined
}) {
  return (
    <p className="rounded-lg bg-sunken px-4 py-3.5 text-sm sm:px-5">
      <strong>
        You pay {amountUsdc !== undefined && `${readableUsdc(wholeUsdc(amountUsdc))} USDC `}now, into escrow
      </strong>{' '}
      on {networkName}
      {place !== undefined && (
        <>
          , for a film of this area: <PlaceName geohash={place} /> ({sizeText(place)})
        </>
      )}
      . Full refund if you cancel or accept nothing
      {Number.isInteger(days) && days >= 1 && days <= 30 && (
        <>
          {' '}
          by <Moment within iso={new Date(Date.now() + days * dayMs).toISOString()} show="date" />
        </>
      )}
      . Everyone can see how many bounties your wallet has cancelled, at any time, and how many it let expire
      with films waiting.
    </p>
  )
}
