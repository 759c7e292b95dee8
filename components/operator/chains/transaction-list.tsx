'use client'
import { chainTxStates } from '#lib/domain/chain/chain-tx'
import { rolesTitle } from '#lib/domain/chain/key-roles'
import {
  type OperatorTransaction,
  operatorTransactionPageSchema,
  type SenderQueue,
} from '#lib/schemas/operator-chain'
import {
  hashColumn,
  networkColumn,
  textColumn,
  timeColumn,
  transactionColumn,
  txColumn,
} from '../columns.tsx'
import type { Column } from '../data-table.tsx'
import { ChoiceFilter, FilterBar, NetworkFilter, ToggleFilter } from '../filters.tsx'
import { List } from '../list.tsx'
import { useAsked } from '../operator-query.ts'
import { Part } from '../part.tsx'
import { useFilters } from '../use-filters.ts'
import { kinds, kindText, stateTexts } from './chain-words.ts'
import { TransactionState } from './transaction-state.tsx'

const everyMs = 10_000
const names = ['network', 'sender', 'state', 'kind', 'stuck', 'cursor'] as const

/** All our transactions, filtered by the page's address. */
export function TransactionList({ queues }: { queues: readonly SenderQueue[] }) {
  const [filters, change] = useFilters(names)
  const query = useAsked({
    ...{ path: 'transactions', asked: filters, schema: operatorTransactionPageSchema, everyMs, isList: true },
  })
  const senders = new Map(
    queues.map(({ sender, roles }) => [sender, `${rolesTitle(roles) ?? 'Key'} ${sender.slice(0, 8)}…`]),
  )
  return (
    <Part
      title="Transactions"
      note="The hash is that of the signed form that was mined; others of the same nonce are on the page of the transaction."
    >
      <FilterBar filters={filters} change={change}>
        <ToggleFilter name="stuck">Waiting for over two minutes</ToggleFilter>
        <ChoiceFilter
          name="state"
          label="State"
          options={chainTxStates.map((state) => [state, stateTexts[state] ?? state])}
        />
        <ChoiceFilter name="kind" label="Kind" options={kinds.map((kind) => [kind, kindText(kind)])} />
        <NetworkFilter />
        <ChoiceFilter name="sender" label="Key" options={[...senders]} />
      </FilterBar>
      <List
        {...{ query, columns, filters, change, caption: 'Transactions of ours' }}
        rowsOf={({ transactions }) => transactions}
        idOf={({ id }) => String(id)}
        empty="No transaction was requested yet."
        emptyFiltered="No transaction matches these filters."
      />
    </Part>
  )
}

const columns: readonly Column<OperatorTransaction>[] = [
  transactionColumn('Transaction', ({ id }) => id),
  textColumn('Kind', ({ kind }) => kindText(kind)),
  {
    name: 'State',
    cell: ({ state, error }) => (
      <span className="grid">
        <TransactionState state={state} />
        {error && (
          <span title={error} className="line-clamp-2 min-w-48 text-xs text-soft">
            {error}
          </span>
        )}
      </span>
    ),
    text: ({ state }) => state,
  },
  networkColumn(),
  txColumn('Hash', ({ mined_hash }) => mined_hash, 'the hash'),
  hashColumn('Key', ({ sender }) => sender, 'the key’s address'),
  textColumn('Nonce', ({ nonce }) => nonce),
  textColumn('Times signed', ({ attempts }) => attempts),
  timeColumn('Requested', ({ created_at }) => created_at),
  timeColumn('Changed', ({ updated_at }) => updated_at),
]
