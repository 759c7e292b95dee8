'use client'
import Link from 'next/link'
import { counted } from '#lib/domain/text/counted'
import { type OperatorPaymentDetail, operatorPaymentDetailSchema } from '#lib/schemas/operator-payment'
import { ActionButton } from '../action-button.tsx'
import { Amount } from '../amount.tsx'
import { IdLink } from '../columns.tsx'
import { DetailPage } from '../detail-page.tsx'
import { Facts } from '../facts.tsx'
import { Hash } from '../hash.tsx'
import { useAsked } from '../operator-query.ts'
import { Part } from '../part.tsx'
import { Age, Time, useNow } from '../time-format.tsx'
import { useOperationLabel } from '../use-operator.ts'
import { capitalised } from '../words.ts'
import { AuthorizationNow } from './authorization-now.tsx'
import { MovedBy, PaymentReason, PaymentState } from './payment-state.tsx'
import { PaymentTimeline } from './payment-timeline.tsx'
import { adviceOf } from './payment-words.ts'
import { Receiver } from './receiver.tsx'
import { SettlementAttempts } from './settlement-attempts.tsx'

/** Polled while its outcome may change. */
const followMs = 3_000

/** The whole life of one payment. */
export function PaymentPage({ id }: { id: string }) {
  const query = useAsked({
    path: `payments/${encodeURIComponent(id)}`,
    schema: operatorPaymentDetailSchema,
    everyMs: (payment) => (payment?.is_watched ? followMs : false),
  })
  return (
    <DetailPage
      list={{ href: '/operator/payments', text: 'All payments' }}
      title={`Payment ${id}`}
      query={query}
      absent="No payment has this number."
    >
      {(payment) => <Payment payment={payment} />}
    </DetailPage>
  )
}

function Payment({ payment }: { payment: OperatorPaymentDetail }) {
  const now = useNow()
  const isUnknown = payment.state === 'claimed' || payment.state === 'settling'
  return (
    <>
      <div>
        <Amount usdc={payment.amount_usdc} network={payment.network} />
        <p className="mt-3 text-lg font-semibold" role="status">
          <PaymentState payment={payment} />{' '}
          <span className="text-base font-normal">
            <MovedBy payment={payment} />
          </span>
          {isUnknown && (
            <span className="font-normal text-soft">
              {' '}
              for <Age iso={payment.created_at} />
            </span>
          )}
          <span className="ml-2 text-sm font-normal text-soft empty:hidden">
            <PaymentReason payment={payment} />
          </span>
        </p>
        <p className="mt-1 max-w-[65ch]">{adviceOf(payment, now)}</p>
        <p className="mt-4 flex flex-wrap items-center gap-x-5 gap-y-3">
          {(payment.state === 'settling' || payment.state === 'failed') && (
            <ActionButton
              asked={{ action: 'look_up_payment', input: { payment_id: payment.id } }}
              label="Look up payment now"
            />
          )}
          {payment.bounty && <Link href={`/operator/bounties/${payment.bounty.bounty_id}`}>Its bounty</Link>}
          <Link href={`/operator/requests?payment_id=${payment.id}&operation=${payment.operation}`}>
            Its requests
          </Link>
          {isUnknown && <Link href="/operator/chains">Chains and keys</Link>}
        </p>
      </div>
      <div className="grid gap-x-12 gap-y-10 border-t border-line pt-6 lg:grid-cols-2">
        <Part title="What happened">
          <PaymentTimeline payment={payment} />
        </Part>
        <Part title="On the chain now">
          <AuthorizationNow payment={payment} />
        </Part>
        <Part title="Terms">
          <Terms payment={payment} />
        </Part>
        <Part title="What it bought">
          <Bought payment={payment} />
        </Part>
      </div>
      {payment.transaction && (
        <Part title="Settlement">
          <SettlementAttempts network={payment.network} transaction={payment.transaction} />
        </Part>
      )}
      <Part title="What operators did">
        {payment.actions.length === 0 ? (
          <p className="text-soft">Nothing yet.</p>
        ) : (
          <ul className="grid gap-3">
            {payment.actions.map(({ id, at, action, operator, reason }) => (
              <li key={id} className="text-sm">
                <Time iso={at} /> · <strong className="font-semibold">{capitalised(action)}</strong>: {reason}{' '}
                <span className="text-soft">
                  by <Hash value={operator} label="the operator" />,{' '}
                  <Link href={`/operator/log?id=${id}`}>action {id} of the log</Link>
                </span>
              </li>
            ))}
          </ul>
        )}
      </Part>
    </>
  )
}

function Terms({ payment }: { payment: OperatorPaymentDetail }) {
  const { valid_before: validBefore } = payment
  return (
    <Facts
      of={[
        [
          'Payer',
          <>
            <Hash value={payment.payer} label="the payer" />{' '}
            <Link href={`/operator/payments?payer=${payment.payer}`} className="link inline-block text-sm">
              All payments of this wallet
            </Link>
          </>,
        ],
        ['Paid to', <Receiver key="to" address={payment.pay_to} />],
        ['Token', <Hash key="token" value={payment.asset} label="the token" />],
        ['Nonce of the authorization', <Hash key="nonce" value={payment.nonce} label="the nonce" />],
        payment.identifier && [
          'Payer’s own id',
          <code key="identifier" className="text-sm break-all">
            {payment.identifier}
          </code>,
        ],
        ['Valid until', validBefore ? <Time key="valid" iso={validBefore} /> : 'No limit'],
        [
          'Hash of the request',
          <Hash key="hash" value={payment.request_hash} label="the request’s fingerprint" />,
        ],
      ]}
    />
  )
}

function Bought({ payment }: { payment: OperatorPaymentDetail }) {
  const { order, bounty, answer } = payment
  const labelOf = useOperationLabel()
  return (
    <Facts
      of={[
        [
          'Operation',
          <>
            {labelOf(payment.operation)} <code className="text-sm text-soft">{payment.operation}</code>
          </>,
        ],
        order && [
          'Order',
          `${order.title}, for ${order.amount_usdc.toLocaleString('en')} USDC and ${counted(order.deadline_days, 'day', 'days')}`,
        ],
        bounty
          ? [
              'Bounty',
              <>
                <IdLink href={`/operator/bounties/${bounty.bounty_id}`} id={bounty.bounty_id} />,{' '}
                {bounty.state.replaceAll('_', ' ')}
              </>,
            ]
          : order && ['Bounty', 'None yet. It begins when the payment is settled.'],
        answer
          ? [
              'Answer',
              <>
                {answer.captures !== null && `${capturesText(answer.captures)}. `}
                Stored <Time within iso={answer.kept_at} />, status {answer.status}, {answer.stored_bytes}{' '}
                bytes compressed. Only its payer can read it.
              </>,
            ]
          : !order && ['Answer', 'None is stored.'],
      ]}
    />
  )
}

function capturesText(count: number): string {
  return count === 0 ? 'No captures: nothing matched' : counted(count, 'capture', 'captures')
}
