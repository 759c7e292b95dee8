'use client'
import type { ReactNode } from 'react'
import { StepMark, type StepState } from '#components/ui/step-mark'
import type { OperatorPaymentDetail } from '#lib/schemas/operator-payment'
import { IdLink } from '../columns.tsx'
import { Hash } from '../hash.tsx'
import { hrefOf } from '../subject-link.tsx'
import { Time } from '../time-format.tsx'
import { TxHash, transactionWith } from '../tx-hash.tsx'
import { movedText } from './payment-words.ts'

type Step = { title: string; is: StepState; at?: string | null | undefined; text?: ReactNode }

/** claimed, settling, and the result, with the known times. */
export function PaymentTimeline({ payment }: { payment: OperatorPaymentDetail }) {
  return (
    <ol className="grid gap-4">
      {stepsOf(payment).map(({ title, is, at, text }) => (
        <li key={title} className="flex gap-3.5" data-step={is}>
          <StepMark is={is} />
          <div className="min-w-0">
            <p className={`font-semibold ${is === 'later' ? 'text-soft' : ''}`}>{title}</p>
            {at && (
              <p className="text-sm">
                <Time exact iso={at} />
              </p>
            )}
            {text && <div className="text-sm text-soft">{text}</div>}
          </div>
        </li>
      ))}
    </ol>
  )
}

function stepsOf(payment: OperatorPaymentDetail): Step[] {
  const { state, order, answer, transaction, attempt } = payment
  const kept = order?.kept_at ?? answer?.kept_at
  const taken: Step = {
    title: 'Accepted',
    is: 'done',
    at: payment.created_at,
    text: attempt > 1 && `Sent again; accepted ${attempt} times in all.`,
  }
  if (state === 'claimed')
    return [taken, { title: 'The answer is being computed', is: 'now' }, { title: 'Settled', is: 'later' }]
  const keep: Step = kept
    ? { title: order ? 'Order stored' : 'Answer stored', is: 'done', at: kept }
    : { title: 'Nothing is stored of what it buys', is: 'wrong' }
  if (state === 'void') return [taken, ...(kept ? [keep] : []), outcomeOf(payment)]
  const sent: Step[] = transaction
    ? [{ title: 'Settlement requested', is: 'done', at: transaction.created_at }]
    : []
  return [taken, keep, ...sent, outcomeOf(payment), ...movedOn(payment)]
}

/** Where the money of a settled payment went: of a bounty, each transfer; of a look-up, the revenue wallet. */
function movedOn(payment: OperatorPaymentDetail): Step[] {
  const { moves, network, bounty_id: id, state, order, pay_to: payTo } = payment
  if (state === 'settled' && !order && !id)
    return [
      {
        title: 'In the revenue wallet',
        is: 'done',
        text: (
          <>
            <Hash value={payTo} label="the revenue wallet" />
            <span className="block">
              The service does not have its key: only its owner can move the money.
            </span>
          </>
        ),
      },
    ]
  return moves.map((move, order) => ({
    title: movedText(move),
    is: 'done',
    at: move.at,
    text: (
      <>
        <TxHash network={network} hash={move.transaction} label="the transaction that moved it on" />
        {id && order === 0 && (
          <>
            {' '}
            for bounty <IdLink href={hrefOf('bounty', id)} id={id} />
          </>
        )}
      </>
    ),
  }))
}

function outcomeOf(payment: OperatorPaymentDetail): Step {
  const { state, closed_at: at, looked_at: lookedAt, settle_tx: tx, network } = payment
  const id = tx && payment.transaction ? transactionWith(tx, [payment.transaction]) : undefined
  const looked = lookedAt && (
    <>
      The chain was last asked <Time iso={lookedAt} />.
    </>
  )
  switch (state) {
    case 'settled':
      return {
        title: 'Settled',
        is: 'done',
        at,
        text: tx && <TxHash network={network} hash={tx} id={id} label="the settlement" />,
      }
    case 'failed':
      return payment.is_watched
        ? { title: 'Failed; watched until it can no longer be used', is: 'now', text: looked }
        : { title: 'Failed, and closed', is: 'wrong', at, text: looked }
    case 'void':
      return { title: 'Void: nothing was charged', is: 'later', at }
    default:
      return {
        title: 'Settling; the outcome is not known yet',
        is: 'now',
        text: (
          <>
            {tx && <TxHash network={network} hash={tx} id={id} label="the transaction it was sent in" />}
            {payment.is_leased ? (
              <>
                A process is working on it, until <Time iso={payment.leased_until} /> at most.
              </>
            ) : (
              looked
            )}
          </>
        ),
      }
  }
}
