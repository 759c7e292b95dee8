'use client'
import Link from 'next/link'
import { PlaceName } from '#components/place/place-name'
import { Moment } from '#components/ui/moment'
import { demoLeadSeconds, serviceNow } from '#lib/client/service-clock'
import { readableUsdc, wholeUsdc } from '#lib/domain/money/money'
import { describeTimeLeft } from '#lib/domain/text/duration'
import { sizeText } from '../place/place-picker.tsx'
import { Word } from './payment-words.tsx'
import { ToPlace } from './to-place.tsx'

const dayMs = 86_400_000

/** Explains the button before it is pressed: the amount, where it goes, and when it is refunded. */
export function OrderSummary({
  amountUsdc,
  days,
  networkName,
  place,
  hasNoArea,
}: {
  /** `undefined` if the amount in the form cannot be paid. */
  amountUsdc: number | undefined
  days: number
  networkName: string
  /** The geohash of the area. */
  place: string | undefined
  /** True if neither the form nor its words name one. */
  hasNoArea: boolean
}) {
  return (
    <div className="grid gap-2 rounded-lg border border-line bg-sunken px-4 py-3.5 text-sm sm:px-5">
      <p>
        {amountUsdc !== undefined && (
          <>
            <strong>You pay {readableUsdc(wholeUsdc(amountUsdc))} USDC now, into escrow</strong> on{' '}
            {networkName}
            {place !== undefined && (
              <>
                , for a film of this area: <PlaceName geohash={place} /> ({sizeText(place)})
              </>
            )}
            . <Word entry="escrow">Escrow</Word> is a program on that network that holds the money, and can
            only pay the contributor of the film that you accept or refund you.{' '}
          </>
        )}
        {amountUsdc === undefined && 'With a valid amount, this says what you pay. '}
        Full refund if you cancel or accept nothing
        {Number.isInteger(days) && days >= 1 && days <= 30 && (
          <>
            {' '}
            by <Moment within saysZone iso={new Date(serviceNow().getTime() + days * dayMs).toISOString()} />
            {demoLeadSeconds() > 0 &&
              `, by the clock of this demonstration, which is ${describeTimeLeft(demoLeadSeconds())} ahead`}
          </>
        )}
        .
      </p>
      <p>
        <strong>No fee:</strong> the contributor gets the whole amount, and we pay the network’s fees (gas).
      </p>
      <p>
        <strong>The title and the instructions cannot be changed after you pay.</strong> You could only cancel
        and post again. Everyone can see how many bounties your wallet has cancelled, including one cancelled
        at once without films, and how many it let expire with films waiting.
      </p>
      <p>
        <strong>You pay for the film.</strong> If no 3D model can be made of it, nothing is refunded. Before
        you accept a film, you see how likely a model is, or why there is no forecast.
      </p>
      <p>
        If you want to publish or sell the film, say so in the instructions: the service grants no rights to
        it.{' '}
        <Link href="/rules#use" target="_blank" className="underline underline-offset-4">
          Who may use a film
        </Link>
      </p>
      <p>
        <strong>Where and when a film was made may be only its contributor’s word.</strong> Beside each film
        you see who says it: the contributor, the file, or a signature in the file. Watch the preview before
        you accept.
      </p>
      <p>
        After you pay, this browser stores the key of your bounty. Whoever has the key can see the films,
        accept one, or cancel: save it as a file on the next page.
      </p>
      {hasNoArea && (
        <p>
          No area chosen: only your words say where to film, and searches by place do not find it.{' '}
          <ToPlace>Choose the area</ToPlace>
        </p>
      )}
    </div>
  )
}
