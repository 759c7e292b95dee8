'use client'
import type { ReactNode } from 'react'
import { Hash, shortHash } from '#components/ui/hash'
import { Moment } from '#components/ui/moment'
import { StepMark, type StepState } from '#components/ui/step-mark'
import { TextWithTimes } from '#components/ui/text-with-times'
import { TxLink } from '#components/ui/tx-link'
import { isEscrowed } from '#lib/domain/bounty/bounty'
import { readableUsdc, wholeUsdc } from '#lib/domain/money/money'
import type { Review } from '#lib/schemas/review'
import { needOf } from './need-of.ts'
import { modelStage } from './progress.tsx'

type Step = {
  title: string
  is: StepState
  tx?: string | null
  /** When the transaction was confirmed, ISO 8601. */
  at?: string | null
  text?: ReactNode
}

/** The history of the money and the film, and the next step. */
export function BountyTimeline({ bounty, explorerUrl }: { bounty: Review; explorerUrl: string | undefined }) {
  const steps = stepsOf(bounty)
  const delayedAt = steps.findIndex(({ is }) => is === 'now')
  return (
    <ol className="grid gap-5">
      {steps.map(({ title, is, tx, at, text }, order) => (
        <li key={title} className="flex gap-3.5" data-step={is}>
          <StepMark is={is} />
          <div className="min-w-0 flex-1">
            <p className={`font-semibold ${is === 'later' ? 'text-soft' : ''}`}>{title}</p>
            {text && <div className="text-sm text-soft">{text}</div>}
            {order === delayedAt && bounty.held_up && (
              <p className="mt-1 border-l-2 border-wait pl-3 text-sm">
                Delayed since <Moment within iso={bounty.held_up.since} />.{' '}
                <TextWithTimes text={bounty.held_up.message} />
              </p>
            )}
            {tx && (
              <p className="flex flex-wrap items-center gap-x-2 text-sm text-soft">
                <span>
                  Transaction{' '}
                  {at && (
                    <>
                      (<Moment within iso={at} />)
                    </>
                  )}
                </span>
                <TxLink tx={tx} label={`the transaction: ${title}`} explorerUrl={explorerUrl} />
              </p>
            )}
          </div>
        </li>
      ))}
    </ol>
  )
}

function stepsOf(bounty: Review): Step[] {
  const { status } = bounty
  const paid: Step = {
    title: 'Paid',
    is: 'done',
    tx: bounty.payment_tx,
    at: bounty.paid_at,
    text: (
      <span className="flex flex-wrap items-center gap-x-2">
        From <Hash value={bounty.payer} label="the wallet that paid" />
      </span>
    ),
  }
  const isPosting = status === 'paid' || status === 'creating'
  const escrowed: Step = isPosting
    ? { title: 'Going into escrow', is: 'now', text: 'Usually less than a minute.' }
    : {
        title: isHidden(bounty) ? 'In escrow, hidden from the board' : 'In escrow, on the board',
        is: 'done',
        tx: bounty.create_tx,
        at: bounty.posted_at,
        text: isEscrowed(status) ? 'An escrow contract holds the money.' : undefined,
      }
  if (status === 'failed')
    return [paid, { title: 'Could not be posted', is: 'wrong' }, refundOf(bounty, 'Refunded in full')]
  return [paid, escrowed, ...endOf(bounty, isPosting)]
}

/** True while an operator hides the bounty, which has not ended. */
function isHidden({ status, moderation }: Review): boolean {
  return status === 'open' && moderation?.some(({ measure }) => measure === 'hidden') === true
}

function endOf(bounty: Review, isPosting: boolean): Step[] {
  switch (bounty.status) {
    case 'accepting':
      return [{ title: 'Accepted, paying the contributor', is: 'now' }, ...modelOf(bounty)]
    case 'accepted':
      return [
        { title: 'Accepted and paid', is: 'done', tx: bounty.accept_tx, at: bounty.ended_at },
        ...modelOf(bounty),
      ]
    case 'cancelling':
      return [refundUnderWay(bounty, 'Cancelled, refund on its way')]
    case 'cancelled':
      return [refundOf(bounty, 'Cancelled and refunded')]
    case 'expired':
      return [refundUnderWay(bounty, 'Deadline passed, refund on its way')]
    case 'expired_refunded':
      return [refundOf(bounty, 'Deadline passed, refunded')]
    default:
      return [
        {
          title:
            needOf(bounty) === 'choose'
              ? 'You decide'
              : isHidden(bounty)
                ? 'Takes no films'
                : 'Waiting for films',
          is: isPosting ? 'later' : 'now',
          text: (
            <>
              Until <Moment within saysZone iso={bounty.deadline} />. If you accept no film, all of it goes
              back to the wallet that paid, automatically.
            </>
          ),
        },
        { title: '3D model', is: 'later', text: 'Made from the film you accept, if one can be made.' },
      ]
  }
}

function refundUnderWay({ amount_usdc: amount, payer }: Review, title: string): Step {
  const text = (
    <>
      All {readableUsdc(wholeUsdc(amount))} USDC go back to the wallet that paid,{' '}
      <code title={payer}>{shortHash(payer)}</code>, usually within a few minutes. You have nothing to do. The
      transaction appears here once it is final.
    </>
  )
  return { title, is: 'now', text }
}

function refundOf({ amount_usdc: amount, payer, payout_tx: tx, ended_at: at }: Review, title: string): Step {
  const text = tx && (
    <>
      <p>All {readableUsdc(wholeUsdc(amount))} USDC went back to the wallet that paid.</p>
      <p className="flex flex-wrap items-center gap-x-2">
        To <Hash value={payer} label="the wallet that got the money back" />
      </p>
    </>
  )
  return { title, is: 'back', tx, at, text }
}

function modelOf({ submissions }: Review): Step[] {
  const accepted = submissions.find((submission) => submission.accepted)
  if (!accepted) return []
  const { title, is, text } = modelStage(accepted)
  return [{ title, is, text: text ?? accepted.reconstruction_text }]
}
