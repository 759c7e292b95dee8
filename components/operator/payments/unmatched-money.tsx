'use client'
import Link from 'next/link'
import { Hash } from '#components/ui/hash'
import type { OperatorTransfer, UnmatchedMoney as Unmatched } from '#lib/schemas/operator-payment'
import { ActionButton } from '../action-button.tsx'
import { Asked } from '../asked.tsx'
import { type Column, DataTable } from '../data-table.tsx'
import { StateWord } from '../state-word.tsx'
import { Time } from '../time-format.tsx'
import { TxHash } from '../tx-hash.tsx'
import { useNetworkName } from '../use-operator.ts'
import { useUnmatched } from './use-payments.ts'

type Network = Unmatched['networks'][number]
type Side = NonNullable<Network['books']>['inflows']

/** What moved from and to the treasury, or to PAY_TO, without a payment or a bounty, and what was sent back of it. */
export function UnmatchedMoney() {
  const query = useUnmatched()
  return (
    <section aria-labelledby="unmatched">
      <h2 id="unmatched" className="text-lg">
        Money that no payment explains
      </h2>
      <div className="mt-3">
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
      </div>
    </section>
  )
}

function OfNetwork({ network, name, books }: Network) {
  if (!books)
    return (
      <p className="border-l-2 border-wait pl-4">
        {name}: not known. The books have not been begun, are being written anew, or are of other addresses
        than the settings name.
      </p>
    )
  const { inflows, outflows, revenue, block } = books
  if (inflows.count + outflows.count + revenue.count === 0)
    return (
      <p>
        {name}: everything is explained, up to final block <span className="tabular-nums">{block}</span>.
      </p>
    )
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      {inflows.count > 0 && (
        <div>
          <h3 className="font-semibold">
            {inflows.amount_usdc} USDC came in on {name}
            {inflows.count > 1 && `, in ${inflows.count} transfers`}
          </h3>
          <p className="mt-1 max-w-[65ch] text-soft">
            Nobody was asked for it. After a backup was put back, look for the order that was lost first;
            otherwise send it back to whoever sent it.
          </p>
          <Transfers network={network} name={name} side={inflows} direction="in" />
        </div>
      )}
      {revenue.count > 0 && (
        <div>
          <h3 className="font-semibold">
            {revenue.amount_usdc} USDC came to PAY_TO on {name} by unknown authorizations
          </h3>
          <p className="mt-1 max-w-[65ch] text-soft">
            Whoever paid may still prove it and get the answer. Otherwise send it back: the treasury pays it
            out of what you move there from PAY_TO. If they are many, another deployment has the same PAY_TO.
          </p>
          <Transfers network={network} name={name} side={revenue} direction="revenue" />
        </div>
      )}
      {outflows.count > 0 && (
        <div className="border-l-2 border-bad pl-4">
          <h3 className="font-semibold">
            {outflows.amount_usdc} USDC left the treasury on {name} for no bounty
          </h3>
          <p className="mt-1 max-w-[65ch] text-soft">
            Unless somebody of you sent it, the treasury’s key is used by somebody else: stop the workers,
            replace the key, and bring the amount back to the unit.
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
  revenue: 'Unknown transfers to PAY_TO',
}

function Transfers(props: { network: string; name: string; side: Side; direction: keyof typeof captions }) {
  const { network, name, side, direction } = props
  const party: Column<OperatorTransfer> =
    direction !== 'out'
      ? {
          name: 'Sender',
          cell: ({ from }) => <Hash value={from} label="the sender" />,
          text: ({ from }) => from,
        }
      : {
          name: 'Receiver',
          cell: ({ to }) => <Hash value={to} label="the receiver" />,
          text: ({ to }) => to,
        }
  const columns: Column<OperatorTransfer>[] = [
    {
      name: 'USDC',
      isNumber: true,
      cell: ({ amount_usdc }) => amount_usdc,
      text: ({ amount_usdc }) => amount_usdc,
    },
    party,
    ...(direction === 'out' ? [] : [wayBack(network)]),
    {
      name: 'Block time',
      cell: ({ block_time }) => (block_time ? <Time iso={block_time} /> : 'Could not ask'),
      text: ({ block_time }) => block_time ?? '',
    },
    { name: 'Block', isNumber: true, cell: ({ block }) => block, text: ({ block }) => block },
    {
      name: 'Transaction',
      cell: ({ transaction }) => <TxHash network={network} hash={transaction} label="the transaction" />,
      text: ({ transaction, log_index }) => `${transaction} log ${log_index}`,
    },
  ]
  return (
    <div className="mt-3">
      <DataTable
        caption={`${captions[direction]} on ${name}`}
        columns={columns}
        rows={side.transfers}
        idOf={({ transaction, log_index }) => `${transaction} ${log_index}`}
        empty=""
      />
      {side.count > side.transfers.length && (
        <p className="text-sm text-soft">These are the oldest of {side.count}.</p>
      )}
    </div>
  )
}

const wayBack = (network: string): Column<OperatorTransfer> => ({
  name: 'Action',
  text: (row) => row.return?.state ?? '',
  cell: (row) => {
    const { transaction, log_index, payment_id, amount_usdc } = row
    if (row.return?.state === 'asked')
      return <Underway transactionId={row.return.transaction_id} hindrance={row.return.hindrance} />
    return (
      <span className="inline-grid gap-1 whitespace-nowrap">
        {payment_id !== null && (
          <Link href={`/operator/payments/${payment_id}`}>See payment {payment_id}</Link>
        )}
        <ActionButton
          asked={{ action: 'return_inflow', input: { network, transaction, log_index } }}
          label={`Send back ${amount_usdc} USDC`}
        />
      </span>
    )
  },
})

function Underway({ transactionId, hindrance }: { transactionId: number | null; hindrance: string | null }) {
  return (
    <span className="block min-w-48">
      <StateWord is="now">
        {transactionId === null ? (
          'Being sent back'
        ) : (
          <Link href={`/operator/chains/transactions/${transactionId}`}>Being sent back</Link>
        )}
      </StateWord>
      {hindrance && <span className="block text-sm text-wait">{hindrance}</span>}
    </span>
  )
}

const returnStates = { asked: 'Under way', returned: 'Sent back', withdrawn: 'Withdrawn' } as const
const returnMarks = { asked: 'now', returned: 'done', withdrawn: 'later' } as const

function Returns({ returns }: { returns: Unmatched['returns'] }) {
  const nameOf = useNetworkName()
  const columns: Column<Unmatched['returns'][number]>[] = [
    {
      name: 'State',
      cell: ({ state, hindrance }) => (
        <>
          <span className="whitespace-nowrap">
            <StateWord is={returnMarks[state]}>{returnStates[state]}</StateWord>
          </span>
          {hindrance && <span className="block text-sm text-wait">{hindrance}</span>}
        </>
      ),
      text: ({ state }) => state,
    },
    {
      name: 'USDC',
      isNumber: true,
      cell: ({ amount_usdc }) => amount_usdc,
      text: ({ amount_usdc }) => amount_usdc,
    },
    { name: 'Network', cell: ({ network }) => nameOf(network), text: ({ network }) => nameOf(network) },
    { name: 'To', cell: ({ to }) => <Hash value={to} label="the receiver" />, text: ({ to }) => to },
    { name: 'Decided', cell: ({ asked_at }) => <Time iso={asked_at} />, text: ({ asked_at }) => asked_at },
    {
      name: 'Way back',
      cell: ({ return_tx, network, transaction_id }) =>
        return_tx ? (
          <TxHash network={network} hash={return_tx} label="the way back" />
        ) : transaction_id ? (
          <Link href={`/operator/chains/transactions/${transaction_id}`}>Transaction {transaction_id}</Link>
        ) : (
          '–'
        ),
      text: ({ return_tx }) => return_tx ?? '',
    },
    {
      name: 'Way in',
      cell: ({ transaction, network }) => <TxHash network={network} hash={transaction} label="the way in" />,
      text: ({ transaction, log_index }) => `${transaction} log ${log_index}`,
    },
  ]
  return (
    <div>
      <h3 className="font-semibold">Sent back</h3>
      <p className="mt-1 mb-3 text-soft">
        Who decided it and why is in the <Link href="/operator/log">log</Link>.
      </p>
      <DataTable
        caption="Money sent back"
        columns={columns}
        rows={returns}
        idOf={({ transaction, log_index }) => `${transaction} ${log_index}`}
        empty=""
      />
    </div>
  )
}
