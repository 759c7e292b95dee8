'use client'
import { useId, useState } from 'react'
import { Fact } from '#components/ui/fact'
import { Hash } from '#components/ui/hash'
import type { OperatorTransactionDetail } from '#lib/schemas/operator-chain'
import { ActionButton } from '../action-button.tsx'
import { DetailPage } from '../detail-page.tsx'
import { Part } from '../part.tsx'
import { SubjectLink } from '../subject-link.tsx'
import { Time } from '../time-format.tsx'
import { TxHash } from '../tx-hash.tsx'
import { useNetworkName } from '../use-operator.ts'
import { AttemptTable } from './attempt-table.tsx'
import { kindText } from './chain-words.ts'
import { TransactionCalls } from './transaction-calls.tsx'
import { TransactionState } from './transaction-state.tsx'
import { useTransaction } from './use-chains.ts'

/** One transaction: what it is for, where it stands, and what can be done. */
export function TransactionPage({ id }: { id: string }) {
  return (
    <DetailPage
      list={{ href: '/operator/chains', text: 'All chains and transactions' }}
      title={`Transaction ${id}`}
      query={useTransaction(id)}
      absent="There is no transaction with this number. They have whole numbers, from 1 on."
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
          {error && <p className="mt-1 max-w-[65ch] text-sm text-soft [overflow-wrap:anywhere]">{error}</p>}
        </div>
        <Actions transaction={transaction} />
      </div>
      <Part title="For">
        {owners.length === 0 ? (
          <p className="text-soft">For the service itself: it belongs to no bounty, payment or tree.</p>
        ) : (
          <ul className="grid gap-1">
            {owners.map(({ kind, id, text }) => (
              <li key={`${kind} ${id}`}>
                <SubjectLink kind={kind} id={id} /> <span className="text-soft">{text}</span>
              </li>
            ))}
          </ul>
        )}
      </Part>
      <Facts transaction={transaction} />
      <Part title="What it calls">
        <TransactionCalls transaction={transaction} />
      </Part>
      <Part title="Signed forms">
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

/** Only what its state allows; the worker that has the key does it. */
function Actions({ transaction }: { transaction: OperatorTransactionDetail }) {
  const {
    id,
    state,
    is_next: isNext,
    lane_is_frozen: isFrozen,
    network,
    sender,
    cancel_asked_at,
  } = transaction
  const [fee, setFee] = useState('')
  const field = useId()
  const limit = fee.trim() === '' ? {} : { max_fee_gwei: fee.trim() }
  const lane = (
    <ActionButton
      asked={{ action: isFrozen ? 'unfreeze_lane' : 'freeze_lane', input: { network, sender } }}
      label={isFrozen ? 'Unfreeze its lane' : 'Freeze its lane'}
    />
  )
  if (state === 'queued')
    return (
      <div className="flex flex-wrap gap-3">
        {lane}
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
      {lane}
    </div>
  )
}

function Facts({ transaction }: { transaction: OperatorTransactionDetail }) {
  const nameOf = useNetworkName()
  const { network, sender, nonce, recipient, gas_limit: gas, mined_hash: mined, mined_block } = transaction
  return (
    <dl className="grid gap-x-8 gap-y-4 border-y border-line py-5 sm:grid-cols-2 lg:grid-cols-3">
      <Fact name="Kind">{kindText(transaction.kind)}</Fact>
      <Fact name="Network">{nameOf(network)}</Fact>
      <Fact name="From">
        <Hash value={sender} label="the sender" />
      </Fact>
      <Fact name="Nonce">{nonce ?? 'none yet'}</Fact>
      <Fact name="To">
        <Hash value={recipient} label="the recipient" />
      </Fact>
      <Fact name="Native coin sent along">{transaction.value_wei} wei</Fact>
      <Fact name="Gas limit">{gas === null ? 'estimated when signed' : gas.toLocaleString('en')}</Fact>
      <Fact name="Offered at most">{transaction.fee_cap_gwei} gwei per gas</Fact>
      <Fact name="Asked for">
        <Time iso={transaction.created_at} />
      </Fact>
      <Fact name="Changed">
        <Time iso={transaction.updated_at} />
      </Fact>
      {mined && (
        <Fact name={`Mined in block ${mined_block}`}>
          <TxHash network={network} hash={mined} label="the hash that was mined" />
        </Fact>
      )}
      {transaction.cancel_asked_at && (
        <Fact name="Cancellation asked for">
          <Time iso={transaction.cancel_asked_at} />
        </Fact>
      )}
      <Fact name="Idempotency key" className="sm:col-span-2 lg:col-span-3">
        <code className="text-sm [overflow-wrap:anywhere]">{transaction.idempotency_key}</code>
      </Fact>
    </dl>
  )
}
