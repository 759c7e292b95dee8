'use client'
import { useState } from 'react'
import { ConfirmDialog } from '#components/ui/confirm-dialog'
import { shortHash } from '#components/ui/hash'
import { Moment } from '#components/ui/moment'
import { readableUsdc, wholeUsdc } from '#lib/domain/money/money'
import type { Review } from '#lib/schemas/review'
import { PausedNote } from '../wallet/paused-note.tsx'
import { usePaymentsPaused } from '../wallet/payments-paused.tsx'
import { useAct } from './use-review.ts'

/** Gets the money back, as long as no film was accepted. */
export function CancelBounty(props: {
  bounty: Review
  networkName: string
  bountyId: string
  token: string
}) {
  const { bounty, networkName, ...access } = props
  const [isAsking, setIsAsking] = useState(false)
  const act = useAct(access)
  const isPaused = usePaymentsPaused()
  const amount = `${readableUsdc(wholeUsdc(bounty.amount_usdc))} USDC`
  const ask = () => {
    act.reset()
    setIsAsking(true)
  }
  return (
    <>
      <button type="button" className="button" onClick={ask}>
        Cancel the bounty
      </button>
      <ConfirmDialog
        isOpen={isAsking}
        title="Cancel this bounty?"
        confirm={`Refund ${amount} on ${networkName}`}
        dismiss="Keep it open"
        isBusy={act.isPending}
        isBlocked={isPaused}
        problem={act.error?.message}
        onClose={() => setIsAsking(false)}
        onConfirm={() => act.mutate({ action: 'cancel' }, { onSuccess: () => setIsAsking(false) })}
      >
        {isPaused ? (
          <PausedNote>
            Refunds by cancelling wait too. The {amount} stay in escrow. If the deadline,{' '}
            <Moment within saysZone iso={bounty.deadline} />, passes during the pause, all of it goes back to
            the wallet that paid, automatically, after the pause. Some days after the deadline anyone can send
            it back without us, on{' '}
            <a href="/refund.html" className="link">
              the emergency refund page
            </a>
            .
          </PausedNote>
        ) : (
          <p>
            You get back all <strong>{amount}</strong> on {networkName}, to the wallet that paid,{' '}
            <code title={bounty.payer}>{shortHash(bounty.payer)}</code>, usually within a few minutes. We pay
            the network’s fees. No film can be accepted after that.
          </p>
        )}
        <p className="border-l-2 border-wait pl-4">
          {bounty.submissions.length > 0 && 'Somebody has already filmed for you. '}
          Everyone can see that you cancelled, with or without films: each bounty that your wallet posts shows
          how many it has cancelled.
        </p>
      </ConfirmDialog>
    </>
  )
}
