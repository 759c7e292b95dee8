'use client'
import { Fact } from '#components/ui/fact'
import type { OperatorPaymentDetail } from '#lib/schemas/operator-payment'
import { Asked } from '../asked.tsx'
import { Time } from '../time-format.tsx'
import { TxHash } from '../tx-hash.tsx'
import { authorizationText } from './payment-words.ts'
import { useAuthorization } from './use-payments.ts'

/** What token and books say of the authorization, asked when the page asks. */
export function AuthorizationNow({ payment }: { payment: OperatorPaymentDetail }) {
  const query = useAuthorization(String(payment.id))
  const { in_books: inBooks, network } = payment
  return (
    <Asked query={query}>
      {(said) => (
        <div className={said.says === 'could_not_ask' ? 'border-l-2 border-wait pl-4' : ''}>
          <p>{authorizationText(said)}</p>
          <dl className="mt-3 grid gap-3">
            {said.reason && (
              <Fact name="Why">
                <code className="text-sm [overflow-wrap:anywhere]">{said.reason}</code>
              </Fact>
            )}
            {said.transaction && (
              <Fact name="By transaction">
                <TxHash network={network} hash={said.transaction} label="the transaction that paid" />
              </Fact>
            )}
            {inBooks && (
              <Fact name="In the books">
                Came into the treasury in final block <span className="tabular-nums">{inBooks.block}</span>
              </Fact>
            )}
            <Fact name="Asked">
              <Time iso={said.asked_at} />
              {said.block !== null && `, at block ${said.block}`}
            </Fact>
          </dl>
          <button
            type="button"
            className="button mt-4"
            disabled={query.isFetching}
            onClick={() => query.refetch()}
          >
            Ask the chain again
          </button>
        </div>
      )}
    </Asked>
  )
}
