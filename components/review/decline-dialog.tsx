'use client'
import { useEffect, useRef, useState } from 'react'
import { ConfirmDialog } from '#components/ui/confirm-dialog'
import { Moment } from '#components/ui/moment'
import { type DeclineReason, declineReasons } from '#lib/domain/bounty/decline'
import { maxDeclineCharacters } from '#lib/schemas/bounty'
import type { ReviewedSubmission } from '#lib/schemas/review'
import { useDecline } from './use-review.ts'

const labels: Record<DeclineReason, string> = {
  blurred: 'Blurred or low in resolution',
  poor_quality: 'Dark, shaky or hidden from view',
  wrong_place: 'Wrong place',
  wrong_time: 'Wrong time',
  incomplete: 'Something is missing',
  copied: 'Copy of another film',
  other: 'Something else',
}

type Props = {
  bountyId: string
  token: string
  deadline: string
  number: number
  submission: ReviewedSubmission | undefined
  onClose: () => void
}

/** Asks why a film is declined, or whether a decline is withdrawn; `undefined`: closed. */
export function DeclineDialog(props: Props) {
  const { number, submission, onClose, deadline, ...access } = props
  const decline = useDecline(access)
  const { reset } = decline
  const [reason, setReason] = useState<DeclineReason>()
  const [problem, setProblem] = useState<string>()
  const text = useRef<HTMLTextAreaElement>(null)
  /** The film that the reason was chosen for. Whoever goes back to look at it again finds the reason as it was. */
  const asked = useRef<string>(undefined)
  const id = submission?.submission_id
  // Stored while the dialog is open, because the state of the film may change meanwhile.
  const [isDeclined, setIsDeclined] = useState(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a question begins with its film
  useEffect(() => {
    if (id === undefined) return
    reset()
    setProblem(undefined)
    setIsDeclined(submission?.declined != null)
    if (asked.current === id) return
    asked.current = id
    setReason(undefined)
    if (text.current) text.current.value = ''
  }, [id])
  const send = () => {
    if (id === undefined) return
    const written = text.current?.value.trim() ?? ''
    if (!isDeclined && reason === undefined) return setProblem('Choose a reason.')
    if (reason === 'other' && written === '') return setProblem('Say what is wrong with the film.')
    setProblem(undefined)
    decline.mutate(
      {
        submissionId: id,
        reason: isDeclined ? null : reason!,
        text: isDeclined || written === '' ? undefined : written,
      },
      {
        onSuccess: () => {
          asked.current = undefined
          onClose()
        },
      },
    )
  }
  return (
    <ConfirmDialog
      isOpen={submission !== undefined}
      title={isDeclined ? `Undo the decline of film ${number}?` : `Decline film ${number}?`}
      // Short, so that on a phone both buttons are in one row, and the field above them is in sight.
      confirm={isDeclined ? 'Undo decline' : `Decline film ${number}`}
      isBusy={decline.isPending}
      problem={problem ?? decline.error?.message}
      onClose={onClose}
      onConfirm={send}
    >
      {isDeclined ? (
        <p>The contributor sees that you may accept this film after all. No money moves.</p>
      ) : (
        <>
          <p className="max-sm:text-sm">
            The contributor may submit another take until <Moment within saysZone iso={deadline} />. You can
            still accept this film.
          </p>
          <fieldset className="grid sm:mt-2">
            <legend className="text-sm font-semibold">Reason</legend>
            {declineReasons.map((one) => (
              <label
                key={one}
                className="flex min-h-10 items-center gap-3 py-1.5 leading-snug pointer-coarse:min-h-11"
              >
                <input
                  type="radio"
                  name="decline-reason"
                  className="size-4.5 flex-none accent-ink"
                  checked={reason === one}
                  onChange={() => setReason(one)}
                />
                {labels[one]}
              </label>
            ))}
          </fieldset>
          <label htmlFor="decline-text" className="text-sm font-semibold sm:mt-1">
            What to do better{' '}
            <span className="font-normal text-soft">({reason === 'other' ? 'required' : 'optional'})</span>
          </label>
          <textarea
            ref={text}
            id="decline-text"
            rows={2}
            maxLength={maxDeclineCharacters}
            className="field w-full"
            aria-describedby="decline-hint"
          />
          <p id="decline-hint" className="text-sm text-soft">
            The contributor reads your reason and this text. Write nothing private.
          </p>
        </>
      )}
    </ConfirmDialog>
  )
}
