'use client'
import { useState } from 'react'
import { ConfirmDialog } from '#components/ui/confirm-dialog'
import { formatUsdc, wholeUsdc } from '#lib/domain/money'
import type { Review } from '#lib/schemas/review'
import { useAct } from './use-review.ts'

/** Taking the money back, for as long as nothing was accepted. */
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
    <div className="mt-8">
      <button type="button" className="button" onClick={ask}>
        Cancel the bounty
      </button>
      <ConfirmDialog
        isOpen={isAsking}
        title="Cancel this bounty?"
        confirm={`Take back ${formatUsdc(wholeUsdc(bounty.amount_usdc))} USDC on ${networkName}`}
        dismiss="Keep it open"
        isBusy={act.isPending}
        problem={act.error?.message}
        onClose={() => setIsAsking(false)}
        onConfirm={() => act.mutate({ action: 'cancel' }, { onSuccess: () => setIsAsking(false) })}
      >
        <p>
          Everything, <strong>{formatUsdc(wholeUsdc(bounty.amount_usdc))} USDC</strong> on {networkName}, goes
          back to the wallet that paid. Nothing can be accepted any more.
        </p>
        {bounty.submissions.length > 0 && (
          <p className="border-l-2 border-wait pl-4">
            Somebody has filmed for you already. That you cancelled is shown with your next bounties.
          </p>
        )}
      </ConfirmDialog>
    </div>
  )
}
