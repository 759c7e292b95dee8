'use client'
import { useQuery } from '@tanstack/react-query'
import { authorizationSchema, type OperatorPaymentDetail } from '#lib/schemas/operator-payment'
import { Asked } from '../asked.tsx'
import { Facts } from '../facts.tsx'
import { operatorQuery } from '../operator-query.ts'
import { Time } from '../time-format.tsx'
import { TxHash } from '../tx-hash.tsx'
import { authorizationText } from './payment-words.ts'

/** The state of the authorization in the token and the books, read when the page opens. */
export function AuthorizationNow({ payment }: { payment: OperatorPaymentDetail }) {
  const path = `payments/${payment.id}/authorization`
  const query = useQuery({
    ...operatorQuery({ path, schema: authorizationSchema }),
    refetchOnWindowFocus: false,
  })
  const { in_books: inBooks, network } = payment
  return (
    <Asked query={query}>
      {(said) => (
        <div className={said.says === 'could_not_ask' ? 'border-l-2 border-wait pl-4' : ''}>
          <p>{authorizationText(said)}</p>
          <Facts
            className="mt-3 grid gap-3"
            of={[
              said.reason && [
                'Why',
                <code key="why" className="text-sm wrap-anywhere">
                  {said.reason}
                </code>,
              ],
              said.transaction && [
                'By transaction',
                <TxHash
                  key="tx"
                  network={network}
                  hash={said.transaction}
                  label="the transaction that paid"
                />,
              ],
              inBooks && ['In the books', `Received by the treasury in final block ${inBooks.block}`],
              [
                'Checked',
                <>
                  <Time iso={said.asked_at} />
                  {said.block !== null && `, at block ${said.block}`}
                </>,
              ],
            ]}
          />
          <button
            type="button"
            className="button mt-4"
            disabled={query.isFetching}
            onClick={() => query.refetch()}
          >
            Check the chain again
          </button>
        </div>
      )}
    </Asked>
  )
}
