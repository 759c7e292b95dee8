'use client'
import Link from 'next/link'
import {
  type OperatorTransfer,
  type UnmatchedMoney as Unmatched,
  unmatchedSchema,
} from '#lib/schemas/operator-payment'
import { ActionButton } from '../action-button.tsx'
import { readable } from '../amount.tsx'
import { Asked } from '../asked.tsx'
import { amountColumn, hashColumn, ordinalColumn, paidColumns, timeColumn, txColumn } from '../columns.tsx'
import { type Column, DataTable } from '../data-table.tsx'
import { Hash } from '../hash.tsx'
import { useAsked } from '../operator-query.ts'
import { Part } from '../part.tsx'
import { StateWord } from '../state-word.tsx'
import { TxHash } from '../tx-hash.tsx'

type Network = Unmatched['networks'][number]
type Side = NonNullable<Network['books']>['inflows']

const [followMs, restMs] = [3_000, 15_000]

/** Transfers from and to the treasury, or to PAY_TO, that no payment or bounty explains, and their returns. */
export function UnmatchedMoney() {
  const query = useAsked({
    path: 'unmatched',
    schema: unmatchedSchema,
    everyMs: (seen) => (seen?.returns.some((one) => one.state === 'asked') ? followMs : restMs),
  })
  return (
    <Part title="Unsolicited deposits">
      <Asked query={query}>
        {({ networks, returns }) => (
          <>
            {networks.map((network) => (
              <OfNetwork key={network.network} {...network} />
            ))}
            {returns.length > 0 && <Returns returns={returns} />}
          </>
        )}
      </Asked>
    </Part>
  )
}

function OfNetwork({ network, name, books }: Network) {
  if (!books)
    return (
      <p className="border-l-2 border-wait pl-4">
        {name}: not known yet. The ledger has not started, is being rebuilt, or covers other addresses than
        the settings.
      </p>
    )
  const { inflows, outflows, revenue, block } = books
  if (inflows.count + outflows.count + revenue.count === 0)
    return (
      <p>
        {name}: none. Every transfer is explained, up to final block{' '}
        <span className="tabular-nums">{block}</span>.
      </p>
    )
  return (
    <div className="grid grid-cols-1 gap-5">
      {inflows.count > 0 && (
        <div>
          <h3 className="font-semibold">
            {readable(inflows.amount_usdc)} USDC came in on {name}
            {inflows.count > 1 && `, in ${inflows.count} transfers`}
          </h3>
          <p className="mt-1 max-w-[65ch] text-soft">
            No payment explains it. After a restored backup, look for the lost order first. Otherwise send it
            back.
          </p>
          <Transfers network={network} name={name} side={inflows} direction="in" />
        </div>
      )}
      {revenue.count > 0 && (
        <div>
          <h3 className="font-semibold">
            {readable(revenue.amount_usdc)} USDC came to the revenue wallet on {name} by unknown
            authorizations
          </h3>
          <p className="mt-1 max-w-[65ch] text-soft">
            The payer can still prove the payment and get the answer. Otherwise send it back: the treasury
            pays it from what you move there from the revenue wallet. If there are many, another deployment
            uses the same wallet (setting PAY_TO).
          </p>
          <Transfers network={network} name={name} side={revenue} direction="revenue" />
        </div>
      )}
      {outflows.count > 0 && (
        <div className="border-l-2 border-bad pl-4">
          <h3 className="font-semibold">
            {readable(outflows.amount_usdc)} USDC left the treasury on {name} for no bounty
          </h3>
          <p className="mt-1 max-w-[65ch] text-soft">
            Unless one of you sent it, somebody else uses the treasury’s key: stop the workers, replace the
            key, and refund the exact amount.
          </p>
          <Transfers network={network} name={name} side={outflows} direction="out" />
        </div>
      )}
    </div>
  )
}

const captions = {
  in: 'Unexplained inflows',
  out: 'Unexplained outflows',
  revenue: 'Unknown transfers to the revenue wallet',
}

function Transfers(props: { network: string; name: string; side: Side; direction: keyof typeof captions }) {
  const { network, name, side, direction } = props
  const columns: Column<OperatorTransfer & { network: string }>[] = [
    amountColumn(({ amount_usdc }) => amount_usdc),
    direction === 'out'
      ? hashColumn('Receiver', ({ to }) => to, 'the receiver')
      : hashColumn('Sender', ({ from }) => from, 'the sender'),
    ...(direction === 'out' ? [] : [wayBack(network)]),
    timeColumn('Block time', ({ block_time }) => block_time, 'Could not check'),
    ordinalColumn('Block', ({ block }) => block),
    txColumn('Transaction', ({ transaction }) => transaction, 'the transaction'),
    { name: 'Log index', text: ({ log_index }) => log_index },
  ]
  return (
    <div className="mt-3">
      <DataTable
        caption={`${captions[direction]} on ${name}`}
        columns={columns}
        rows={side.transfers.map((one) => ({ ...one, network }))}
        idOf={idOf}
        empty=""
      />
      {side.count > side.transfers.length && (
        <p className="text-sm text-soft">These are the oldest of {side.count}.</p>
      )}
    </div>
  )
}

const idOf = ({ transaction, log_index }: { transaction: string; log_index: number }) =>
  `${transaction} ${log_index}`

const wayBack = (network: string): Column<OperatorTransfer & { network: string }> => ({
  name: 'Action',
  text: (row) => row.return?.state ?? '',
  cell: (row) => {
    const { transaction, log_index, payment_id, amount_usdc } = row
    if (row.return?.state === 'asked')
      return <Underway transactionId={row.return.transaction_id} blocker={row.return.blocker} />
    return (
      <span className="inline-grid gap-1 whitespace-nowrap">
        {payment_id !== null && (
          <Link href={`/operator/payments/${payment_id}`}>See payment {payment_id}</Link>
        )}
        <ActionButton
          asked={{ action: 'return_inflow', input: { network, transaction, log_index } }}
          label={`Send back ${readable(amount_usdc)} USDC`}
        />
      </span>
    )
  },
})

function Underway({ transactionId, blocker }: { transactionId: number | null; blocker: string | null }) {
  return (
    <span className="block min-w-48">
      <StateWord is="now">
        {transactionId === null ? (
          'Being sent back'
        ) : (
          <Link href={`/operator/chains/transactions/${transactionId}`}>Being sent back</Link>
        )}
      </StateWord>
      {blocker && <span className="block text-sm text-wait">{blocker}</span>}
    </span>
  )
}

const returnStates = { asked: 'Under way', returned: 'Sent back', withdrawn: 'Withdrawn' } as const
const returnMarks = { asked: 'now', returned: 'done', withdrawn: 'later' } as const

const returnColumns: readonly Column<Unmatched['returns'][number]>[] = [
  {
    name: 'State',
    cell: ({ state, blocker, to }) => (
      <>
        <StateWord is={returnMarks[state]}>{returnStates[state]}</StateWord>
        <span className="block whitespace-nowrap text-soft">
          to <Hash value={to} label="the receiver" />
        </span>
        {blocker && <span className="block text-sm text-wait">{blocker}</span>}
      </>
    ),
    text: ({ state }) => state,
  },
  ...paidColumns<Unmatched['returns'][number]>(),
  { name: 'To', text: ({ to }) => to },
  timeColumn('Decided', ({ asked_at }) => asked_at),
  {
    name: 'Way back',
    cell: ({ return_tx, network, transaction_id: id }) =>
      return_tx ? (
        <TxHash network={network} hash={return_tx} label="the way back" />
      ) : id ? (
        <Link href={`/operator/chains/transactions/${id}`}>Transaction {id}</Link>
      ) : (
        '–'
      ),
    text: ({ return_tx }) => return_tx ?? '',
  },
  txColumn('Way in', ({ transaction }) => transaction, 'the way in'),
  { name: 'Log index', text: ({ log_index }) => log_index },
]

function Returns({ returns }: { returns: Unmatched['returns'] }) {
  return (
    <div>
      <h3 className="font-semibold">Sent back</h3>
      <p className="mt-1 mb-3 text-soft">
        The <Link href="/operator/log">audit log</Link> says who decided it and why.
      </p>
      <DataTable caption="Money sent back" columns={returnColumns} rows={returns} idOf={idOf} empty="" />
    </div>
  )
}
