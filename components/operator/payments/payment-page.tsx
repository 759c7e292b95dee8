'use client'
import Link from 'next/link'
import { Fact } from '#components/ui/fact'
import { Hash } from '#components/ui/hash'
import type { OperatorPaymentDetail } from '#lib/schemas/operator-payment'
import { ActionButton } from '../action-button.tsx'
import { Amount } from '../amount.tsx'
import { DetailPage } from '../detail-page.tsx'
import { Part } from '../part.tsx'
import { Age, Time } from '../time-format.tsx'
import { capitalised } from '../words.ts'
import { AuthorizationNow } from './authorization-now.tsx'
import { PaymentState } from './payment-state.tsx'
import { PaymentTimeline } from './payment-timeline.tsx'
import { adviceOf, operationText } from './payment-words.ts'
import { SettlementAttempts } from './settlement-attempts.tsx'
import { usePayment } from './use-payments.ts'

/** The whole life of one payment. */
export function PaymentPage({ id }: { id: string }) {
  return (
    <DetailPage
      list={{ href: '/operator/payments', text: 'All payments' }}
      title={`Payment ${id}`}
      query={usePayment(id)}
      absent="There is no payment with this number. Payments have whole numbers, from 1 on."
    >
      {(payment) => <Payment payment={payment} />}
    </DetailPage>
  )
}

function Payment({ payment }: { payment: OperatorPaymentDetail }) {
  const isUnknown = payment.state === 'claimed' || payment.state === 'settling'
  return (
    <>
      <div>
        <Amount usdc={payment.amount_usdc} network={payment.network} />
        <p className="mt-3 text-lg font-semibold" role="status">
          <PaymentState payment={payment} />
          {isUnknown && (
            <span className="font-normal text-soft">
              {' '}
              for <Age iso={payment.created_at} />
            </span>
          )}
          {payment.reason && <code className="ml-2 text-sm font-normal text-soft">{payment.reason}</code>}
        </p>
        <p className="mt-1 max-w-[65ch]">{adviceOf(payment)}</p>
        <p className="mt-4 flex flex-wrap items-center gap-x-5 gap-y-3">
          {(payment.state === 'settling' || payment.state === 'failed') && (
            <ActionButton
              asked={{ action: 'look_up_payment', input: { payment_id: payment.id } }}
              label="Look up payment now"
            />
          )}
          {payment.bounty && <Link href={`/operator/bounties/${payment.bounty.bounty_id}`}>Its bounty</Link>}
          {isUnknown && <Link href="/operator/chains">Chains and keys</Link>}
        </p>
      </div>
      <div className="grid gap-x-12 gap-y-10 border-t border-line pt-6 lg:grid-cols-2">
        <Part title="What happened">
          <PaymentTimeline payment={payment} />
        </Part>
        <Part title="What its chain says now">
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
        <Part title="Its settlement">
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
    <dl className="grid gap-3">
      <Fact name="Payer">
        <Hash value={payment.payer} label="the payer" />{' '}
        <span className="text-sm">
          <Link href={`/operator/payments?payer=${payment.payer}`}>All of this wallet</Link>
        </span>
      </Fact>
      <Fact name="Paid to">
        <Hash value={payment.pay_to} label="the receiver" />
      </Fact>
      <Fact name="Token">
        <Hash value={payment.asset} label="the token" />
      </Fact>
      <Fact name="Nonce of the authorization">
        <Hash value={payment.nonce} label="the nonce" />
      </Fact>
      {payment.identifier !== null && (
        <Fact name="What its payer calls it">
          <code className="text-sm break-all">{payment.identifier}</code>
        </Fact>
      )}
      <Fact name="The token takes it until">
        {validBefore ? <Time iso={validBefore} /> : 'Practically for ever'}
      </Fact>
      <Fact name="What was asked for, as a fingerprint">
        <Hash value={payment.request_hash} label="the request’s fingerprint" />
      </Fact>
    </dl>
  )
}

function Bought({ payment }: { payment: OperatorPaymentDetail }) {
  const { order, bounty, answer } = payment
  return (
    <dl className="grid gap-3">
      <Fact name="Operation">
        {operationText(payment.operation)} <code className="text-sm text-soft">{payment.operation}</code>
      </Fact>
      {order && (
        <Fact name="Order">
          {order.title}, for {order.amount_usdc}.00 USDC and {order.deadline_days}{' '}
          {order.deadline_days === 1 ? 'day' : 'days'}
        </Fact>
      )}
      {bounty ? (
        <Fact name="Bounty">
          <Link href={`/operator/bounties/${bounty.bounty_id}`}>
            <code className="text-sm [overflow-wrap:anywhere]">{bounty.bounty_id}</code>
          </Link>
          , {bounty.state.replaceAll('_', ' ')}
        </Fact>
      ) : (
        order && <Fact name="Bounty">None yet: it begins when the payment is settled.</Fact>
      )}
      {answer ? (
        <Fact name="Answer">
          Kept since <Time iso={answer.kept_at} />, status {answer.status}, {answer.stored_bytes} bytes
          packed. What it says is its payer’s alone.
        </Fact>
      ) : (
        !order && <Fact name="Answer">None is kept.</Fact>
      )}
    </dl>
  )
}
