'use client'
import { counted } from '#lib/domain/text/counted'
import type { OperatorPayment } from '#lib/schemas/operator-payment'
import { IdLink, paidColumns } from '../columns.tsx'
import type { Column } from '../data-table.tsx'
import { Hash } from '../hash.tsx'
import { Time } from '../time-format.tsx'
import { TxHash } from '../tx-hash.tsx'
import { useOperationLabel } from '../use-operator.ts'
import { MovedBy, PaymentReason, PaymentState } from './payment-state.tsx'
import { stateText } from './payment-words.ts'

/** @param extra columns directly after the number */
export function paymentColumns(extra: readonly Column<OperatorPayment>[] = []): Column<OperatorPayment>[] {
  return [
    {
      name: 'Payment',
      cell: (row) => (
        <>
          <IdLink href={`/operator/payments/${row.id}`} id={row.id} />
          <span className="block text-sm font-normal whitespace-nowrap">
            <What payment={row} />
          </span>
        </>
      ),
      text: ({ id }) => id,
    },
    ...extra,
    {
      name: 'State',
      cell: (row) => (
        <>
          <PaymentState payment={row} />
          <span className="block text-soft empty:hidden">
            <MovedBy payment={row} />
          </span>
          <span className="block text-xs text-soft empty:hidden">
            <PaymentReason payment={row} />
          </span>
        </>
      ),
      text: (row) => stateText(row) + (row.moved_on ? ` in ${row.moved_on.transaction}` : ''),
    },
    ...paidColumns<OperatorPayment>(),
    { name: 'For', text: ({ operation, bounty_id }) => bounty_id ?? operation },
    {
      name: 'Accepted',
      cell: ({ payer, created_at }) => (
        <>
          <Time iso={created_at} />
          <span className="block whitespace-nowrap text-soft">
            {/* On a card it would stand alone on a line. */}
            <span className="max-lg:hidden">by </span>
            <Hash value={payer} label="the payer" />
          </span>
        </>
      ),
      text: ({ created_at }) => created_at,
    },
    { name: 'Payer', text: ({ payer }) => payer },
    {
      name: 'Settled by',
      cell: ({ network, settle_tx: hash, settled_with: others }) =>
        hash ? (
          <>
            <TxHash network={network} hash={hash} label="the settlement" />
            {others > 0 && (
              <span className="block text-sm text-soft">
                with {counted(others, 'other payment', 'other payments')}
              </span>
            )}
          </>
        ) : (
          '–'
        ),
      text: ({ settle_tx }) => settle_tx ?? '',
    },
  ]
}

function What({ payment: { operation, bounty_id: id } }: { payment: OperatorPayment }) {
  const labelOf = useOperationLabel()
  return id ? <IdLink href={`/operator/bounties/${id}`} id={id} /> : labelOf(operation)
}
