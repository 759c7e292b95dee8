'use client'
import { FactLine } from '#components/bounty/bounty-card'
import { Moment } from '#components/ui/moment'
import { readableUsdc, wholeUsdc } from '#lib/domain/money/money'
import type { Review } from '#lib/schemas/review'
import { usePaymentsPaused } from '../wallet/payments-paused.tsx'
import { countFilms } from './bounty-words.tsx'
import { needOf } from './need-of.ts'

/** The bounty of the films on the desk: its title and, in one line, the number of films, the price and the deadline. */
export function DeskHeader({ bounty, canAccept }: { bounty: Review; canAccept: boolean }) {
  const isPaused = usePaymentsPaused()
  const isLong = bounty.title.length > 64
  // If no film can be chosen any more, the page has its title above.
  if (!canAccept) return <h2 className="text-xl">{countFilms(bounty.submissions.length)}</h2>
  return (
    <div className="min-w-0 lg:short-window:flex lg:short-window:min-h-11 lg:short-window:flex-wrap lg:short-window:items-center lg:short-window:gap-x-5">
      <h1 className={`wrap-anywhere ${isLong ? 'text-base' : 'text-lg sm:text-xl'}`}>{bounty.title}</h1>
      <FactLine
        className="text-soft"
        facts={[
          countFilms(bounty.submissions.length),
          `${readableUsdc(wholeUsdc(bounty.amount_usdc))} USDC in escrow`,
          <span key="deadline">
            {needOf(bounty) === 'choose' ? 'Decide by' : 'Open until'} <Moment within iso={bounty.deadline} />
          </span>,
          // A fact, because a note of its own would take the height that the facts of a film need in a low window.
          ...(isPaused
            ? [
                <span key="paused" role="status" className="text-wait">
                  Payments are paused: no film can be accepted now.{' '}
                  <a href="/status" className="link">
                    Status
                  </a>
                </span>,
              ]
            : []),
        ]}
      />
    </div>
  )
}
