'use client'
import { useState } from 'react'
import { ConfirmDialog } from '#components/ui/confirm-dialog'
import { readableUsdc, wholeUsdc } from '#lib/domain/money/money'
import type { Review } from '#lib/schemas/review'
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
        confirm={`Refund ${readableUsdc(wholeUsdc(bounty.amount_usdc))} USDC on ${networkName}`}
        dismiss="Keep it open"
        isBusy={act.isPending}
        problem={act.error?.message}
        onClose={() => setIsAsking(false)}
        onConfirm={() => act.mutate({ action: 'cancel' }, { onSuccess: () => setIsAsking(false) })}
      >
        <p>
          You get back all <strong>{readableUsdc(wholeUsdc(bounty.amount_usdc))} USDC</strong> on{' '}
          {networkName}, to the wallet that paid. No film can be accepted after that.
        </p>
        <p className="border-l-2 border-wait pl-4">
          {bounty.submissions.length > 0 && 'Somebody has already filmed for you. '}
          Everyone can see that you cancelled, with or without films: each bounty that your wallet posts shows
          how many it has cancelled.
        </p>
      </ConfirmDialog>
    </>
  )
}
