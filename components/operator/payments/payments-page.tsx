'use client'
import { ActionButton } from '../action-button.tsx'
import { Asked } from '../asked.tsx'
import { isNarrowed, Pager } from '../pager.tsx'
import { Age } from '../time-format.tsx'
import { useFilters } from '../use-filters.ts'
import { PaymentFilters } from './payment-filters.tsx'
import { PaymentTable } from './payment-table.tsx'
import { UnmatchedMoney } from './unmatched-money.tsx'
import { paymentFilterNames, usePayments } from './use-payments.ts'

/** The journal of payments, with what needs an operator before it. */
export function PaymentsPage() {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-12">
      <div>
        <h1 className="text-xl">Payments</h1>
        <p className="mt-2 max-w-[65ch] text-soft">
          Every authorization that was taken, and what became of its money.
        </p>
      </div>
      <Unresolved />
      <UnmatchedMoney />
      <Journal />
    </div>
  )
}

/** Those of which it is not known whether they were made, the oldest first. */
function Unresolved() {
  const query = usePayments({ unresolved: 'true', limit: '50' })
  return (
    <section aria-labelledby="unresolved">
      <h2 id="unresolved" className="text-lg">
        Outcome not known yet
      </h2>
      <div className="mt-3">
        <Asked query={query}>
          {({ payments, next_cursor }) => (
            <>
              {payments.length > 0 && (
                <p className="max-w-[65ch] text-soft">
                  Their payers are told to wait and never to pay again. Most are decided within seconds. One
                  that stays means that its network does not answer, that the relayer has no gas, or that the
                  facilitator is away.
                  {next_cursor && ' These are the oldest fifty.'}
                </p>
              )}
              <PaymentTable
                caption="Payments not known yet"
                payments={payments}
                empty="Of every payment it is known whether it was made."
                extra={[
                  {
                    name: 'Age',
                    cell: ({ created_at }) => <Age iso={created_at} />,
                    text: ({ created_at }) => created_at,
                  },
                  {
                    name: 'Action',
                    cell: ({ id }) => (
                      <ActionButton
                        asked={{ action: 'look_up_payment', input: { payment_id: id } }}
                        label="Look up payment now"
                      />
                    ),
                  },
                ]}
              />
            </>
          )}
        </Asked>
      </div>
    </section>
  )
}

function Journal() {
  const [filters, change] = useFilters(paymentFilterNames)
  const query = usePayments(filters)
  return (
    <section aria-labelledby="journal">
      <h2 id="journal" className="text-lg">
        All payments
      </h2>
      <div className="mt-4 grid grid-cols-[minmax(0,1fr)] gap-6">
        <PaymentFilters filters={filters} change={change} />
        <Asked query={query}>
          {({ payments, next_cursor }) => (
            <div aria-busy={query.isPlaceholderData}>
              <PaymentTable
                caption="Payments"
                payments={payments}
                empty={
                  isNarrowed(filters) || filters.cursor
                    ? 'No payment fits these filters.'
                    : 'Nobody has paid for anything yet.'
                }
              />
              <Pager
                {...{ filters, change, nextCursor: next_cursor }}
                texts={{ first: 'To the newest', next: 'Older payments' }}
              />
            </div>
          )}
        </Asked>
      </div>
    </section>
  )
}
