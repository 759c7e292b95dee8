'use client'
import { useEffect } from 'react'
import { ConfirmDialog } from '#components/ui/confirm-dialog'
import { CopyButton } from '#components/ui/copy-button'
import { formatUsdc, wholeUsdc } from '#lib/domain/money'
import type { ReviewedSubmission } from '#lib/schemas/review'
import { useAct } from './use-review.ts'

/** Asks before a film is accepted; `undefined`: nothing is asked. */
export function AcceptDialog(props: {
  bountyId: string
  token: string
  amountUsdc: number
  networkName: string
  number: number
  submission: ReviewedSubmission | undefined
  onClose: () => void
}) {
  const { amountUsdc, networkName, number, submission, onClose, ...access } = props
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
      confirm={`Pay ${formatUsdc(wholeUsdc(amountUsdc))} USDC on ${networkName}`}
      isBusy={act.isPending}
      problem={act.error?.message}
      onClose={onClose}
      onConfirm={() => id && act.mutate({ action: 'accept', submissionId: id }, { onSuccess: onClose })}
    >
      <dl className="grid gap-3 border-y border-line py-4 text-sm">
        <div>
          <dt className="caption">The escrow pays</dt>
          <dd className="text-lg font-semibold tabular-nums">
            {formatUsdc(wholeUsdc(amountUsdc))} USDC{' '}
            <span className="text-sm font-normal text-soft">on {networkName}</span>
          </dd>
        </div>
        {submission && (
          <div>
            <dt className="caption">To the contributor’s wallet</dt>
            <dd className="flex items-center gap-2">
              <code className="min-w-0 text-xs [overflow-wrap:anywhere] sm:text-sm">
                {submission.contributor}
              </code>
              <CopyButton text={submission.contributor} label="Copy the contributor’s wallet" />
            </dd>
          </div>
        )}
        <div>
          <dt className="caption">You get</dt>
          <dd>
            The film as it was made, once the payment is confirmed, and a 3D model of the place if one can be
            made.
          </dd>
        </div>
      </dl>
      <p>This is final: it cannot be undone, by you or by us. Every other film is then not accepted.</p>
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
