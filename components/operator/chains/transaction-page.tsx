'use client'
import { useId, useState } from 'react'
import { type OperatorTransactionDetail, operatorTransactionDetailSchema } from '#lib/schemas/operator-chain'
import { ActionButton } from '../action-button.tsx'
import { DetailPage } from '../detail-page.tsx'
import { Facts } from '../facts.tsx'
import { Hash } from '../hash.tsx'
import { useAsked } from '../operator-query.ts'
import { Part } from '../part.tsx'
import { SubjectLink } from '../subject-link.tsx'
import { Time } from '../time-format.tsx'
import { TxHash } from '../tx-hash.tsx'
import { useNetworkName } from '../use-operator.ts'
import { AttemptTable } from './attempt-table.tsx'
import { kindText } from './chain-words.ts'
import { feeText } from './gas-words.ts'
import { Gwei } from './gwei.tsx'
import { TransactionCalls } from './transaction-calls.tsx'
import { TransactionState } from './transaction-state.tsx'

const followMs = 3_000
const underWay = ['queued', 'sent', 'mined']

/** One transaction: its purpose, its state, and the possible actions. */
export function TransactionPage({ id }: { id: string }) {
  const query = useAsked({
    path: `transactions/${encodeURIComponent(id)}`,
    schema: operatorTransactionDetailSchema,
    everyMs: (found) => (found && underWay.includes(found.state) ? followMs : false),
  })
  return (
    <DetailPage
      list={{ href: '/operator/chains', text: 'All chains and transactions' }}
      title={`Transaction ${id}`}
      query={query}
      absent="No transaction has this number."
    >
      {(transaction) => <Transaction transaction={transaction} />}
    </DetailPage>
  )
}

function Transaction({ transaction }: { transaction: OperatorTransactionDetail }) {
  const { purpose, advice, error, state, belongs_to: owners } = transaction
  return (
    <div className="grid grid-cols-1 gap-10">
      <div className="grid gap-4">
        <p className="max-w-[65ch]">{purpose}</p>
        <div className={`border-l-2 pl-4 ${state === 'final' ? 'border-line' : 'border-wait'}`}>
          <p className="font-semibold">
            <TransactionState state={state} />
          </p>
          <p className="max-w-[65ch]">{advice}</p>
          {error && <p className="mt-1 max-w-[65ch] text-sm text-soft wrap-anywhere">{error}</p>}
        </div>
        <Actions transaction={transaction} />
      </div>
      <Part title="For">
        {owners.length === 0 ? (
          <p className="text-soft">For the service itself: it belongs to no bounty, payment or tree.</p>
        ) : (
          <ul className="grid gap-1">
            {owners.map(({ kind, id, text }) => (
              <li key={`${kind} ${id}`} className="first-letter:uppercase">
                <SubjectLink kind={kind} id={id} />
                {text && <span className="text-soft"> · {text}</span>}
              </li>
            ))}
          </ul>
        )}
      </Part>
      <Terms transaction={transaction} />
      <Part title="What it calls">
        <TransactionCalls transaction={transaction} />
      </Part>
      <Part title="Signed versions">
        <p className="mb-3 max-w-[65ch] text-soft">
          All share one nonce, so at most one of them is ever mined. Receipts are as the chain has them now
          {transaction.final_block === null
            ? '.'
            : `; what is in block ${transaction.final_block} or below is final.`}
        </p>
        <AttemptTable transaction={transaction} />
      </Part>
    </div>
  )
}

/** Only actions that its state allows. The worker with the key carries them out. */
function Actions({ transaction }: { transaction: OperatorTransactionDetail }) {
  const {
    id,
    state,
    is_next: isNext,
    queue_is_frozen: isFrozen,
    network,
    sender,
    cancel_asked_at,
  } = transaction
  const [fee, setFee] = useState('')
  const field = useId()
  const limit = fee.trim() === '' ? {} : { max_fee_gwei: fee.trim() }
  const queue = (
    <ActionButton
      asked={{
        action: isFrozen ? 'unfreeze_sender_queue' : 'freeze_sender_queue',
        input: { network, sender },
      }}
      label={isFrozen ? 'Unfreeze its queue' : 'Freeze its queue'}
    />
  )
  if (state === 'queued')
    return (
      <div className="flex flex-wrap gap-3">
        {queue}
        <ActionButton
          asked={{ action: 'reject_transaction', input: { transaction_id: id } }}
          label="Reject transaction"
        />
      </div>
    )
  if (state !== 'sent' || !isNext) return null
  return (
    <div className="flex flex-wrap items-end gap-3">
      <label htmlFor={field} className="grid gap-1">
        <span className="caption">Fee limit, gwei per gas</span>
        <input
          id={field}
          className="field w-40"
          inputMode="decimal"
          autoComplete="off"
          placeholder={transaction.fee_cap_gwei}
          value={fee}
          onChange={({ target }) => setFee(target.value)}
        />
      </label>
      <ActionButton
        asked={{ action: 'bump_transaction', input: { transaction_id: id, ...limit } }}
        label="Raise its fee"
      />
      <ActionButton
        asked={{ action: 'cancel_nonce', input: { transaction_id: id, ...limit } }}
        label={cancel_asked_at === null ? 'Cancel its nonce' : 'Allow more for the cancellation'}
      />
      {queue}
    </div>
  )
}

function Terms({ transaction }: { transaction: OperatorTransactionDetail }) {
  const nameOf = useNetworkName()
  const { network, sender, nonce, recipient, gas_limit: gas, mined_hash: mined, mined_block } = transaction
  return (
    <Facts
      className="grid gap-x-8 gap-y-4 border-y border-line py-5 sm:grid-cols-2 lg:grid-cols-3"
      of={[
        ['Kind', kindText(transaction.kind)],
        ['Network', nameOf(network)],
        ['From', <Hash key="from" value={sender} label="the sender" />],
        ['Nonce', nonce ?? 'none yet'],
        ['To', <Hash key="to" value={recipient} label="the recipient" />],
        ['Native coin sent along', `${transaction.value_wei} wei`],
        ['Gas limit', gas === null ? 'estimated when signed' : gas.toLocaleString('en')],
        [
          'Highest fee',
          <span key="cap">
            <Gwei gwei={transaction.fee_cap_gwei} /> per gas
          </span>,
        ],
        transaction.fee_wei !== null && [
          'Fee paid',
          <span key="fee" title={`${transaction.fee_wei} wei`}>
            {feeText(transaction.fee_wei, transaction.coin)}
          </span>,
        ],
        ['Requested', <Time key="at" iso={transaction.created_at} />],
        ['Changed', <Time key="changed" iso={transaction.updated_at} />],
        mined && [
          `Mined in block ${mined_block}`,
          <TxHash key="mined" network={network} hash={mined} label="the hash that was mined" />,
        ],
        transaction.cancel_asked_at && [
          'Cancellation requested',
          <Time key="cancel" iso={transaction.cancel_asked_at} />,
        ],
        [
          'Idempotency key',
          <code key="key" className="text-sm wrap-anywhere">
            {transaction.idempotency_key}
          </code>,
        ],
      ]}
    />
  )
}
