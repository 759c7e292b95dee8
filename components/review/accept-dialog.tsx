'use client'
import { useEffect } from 'react'
import { ConfirmDialog } from '#components/ui/confirm-dialog'
import { formatUsdc, wholeUsdc } from '#lib/domain/money'
import type { ReviewedSubmission } from '#lib/schemas/review'
import { useAct } from './use-review.ts'

/** Asks before a film is accepted; `undefined`: nothing is asked. */
export function AcceptDialog(props: {
  bountyId: string
  token: string
  amountUsdc: number
  number: number
  submission: ReviewedSubmission | undefined
  onClose: () => void
}) {
  const { amountUsdc, number, submission, onClose, ...access } = props
  const act = useAct(access)
  const { reset } = act
  const id = submission?.submission_id
  useEffect(() => {
    // What was refused before says nothing about this one.
    if (id !== undefined) reset()
  }, [id, reset])
  const remark = submission && remarkOf(submission)
  return (
    <ConfirmDialog
      isOpen={submission !== undefined}
      title={`Accept film ${number}?`}
      confirm={`Pay ${formatUsdc(wholeUsdc(amountUsdc))} USDC`}
      isBusy={act.isPending}
      problem={act.error?.message}
      onClose={onClose}
      onConfirm={() => id && act.mutate({ action: 'accept', submissionId: id }, { onSuccess: onClose })}
    >
      <p>
        The escrow pays <strong>{formatUsdc(wholeUsdc(amountUsdc))} USDC</strong> to whoever handed in this
        film. You get the film as it was made, and a 3D model of the place.
      </p>
      <p>This is final: it cannot be undone, by you or by us.</p>
      {remark && <p className="border-l-2 border-wait pl-4">{remark}</p>}
    </ConfirmDialog>
  )
}

function remarkOf({ preview_status: preview, quality_status: quality }: ReviewedSubmission): string {
  if (preview === 'failed')
    return 'No preview could be made of this file: you would pay for what you have not seen.'
  if (quality === 'fail') return 'This film did not pass the check; there may be no model of it.'
  if (quality === 'pending') return 'This film is not checked yet; wait a moment, and you know more.'
  return preview === 'ready'
    ? ''
    : 'Its preview is not there yet; wait a moment, and you see what you pay for.'
}
