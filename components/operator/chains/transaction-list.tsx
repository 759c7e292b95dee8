'use client'
import Link from 'next/link'
import { Hash } from '#components/ui/hash'
import { chainTxStates } from '#lib/domain/chain-tx'
import type { OperatorTransaction } from '#lib/schemas/operator-chain'
import { Asked } from '../asked.tsx'
import { type Column, DataTable } from '../data-table.tsx'
import { isNarrowed, Pager } from '../pager.tsx'
import { CheckFilter, NetworkFilter, SelectFilter } from '../select-filter.tsx'
import { Time } from '../time-format.tsx'
import { useFilters } from '../use-filters.ts'
import { useNetworkName } from '../use-operator.ts'
import { kinds, kindText, stateTexts } from './chain-words.ts'
import { TransactionState } from './transaction-state.tsx'
import { type TransactionFilters, transactionFilterNames, useChains, useTransactions } from './use-chains.ts'

/** Everything we asked of a chain, narrowed by what the page's address says. */
export function TransactionList() {
  const [filters, change] = useFilters(transactionFilterNames)
  const query = useTransactions(filters)
  return (
    <section aria-labelledby="transactions">
      <h2 id="transactions" className="text-lg">
        Transactions
      </h2>
      <div className="mt-4 grid grid-cols-1 gap-6">
        <Filters filters={filters} show={(changes) => change({ ...changes, cursor: '' })} />
        <Asked query={query}>
          {({ transactions, next_cursor }) => (
            <div aria-busy={query.isPlaceholderData}>
              <TransactionTable
                transactions={transactions}
                empty={
                  isNarrowed(filters) || filters.cursor
                    ? 'No transaction fits these filters.'
                    : 'Nothing was asked of any chain yet.'
                }
              />
              <Pager
                {...{ filters, change, nextCursor: next_cursor }}
                texts={{ first: 'To the newest', next: 'Older transactions' }}
              />
            </div>
          )}
        </Asked>
      </div>
    </section>
  )
}

type FiltersProps = { filters: TransactionFilters; show: (changes: TransactionFilters) => void }

function Filters({ filters, show }: FiltersProps) {
  const lanes = useChains().data?.lanes ?? []
  const senders = new Map(
    lanes.map(({ sender, roles }) => [sender, `${roles.join(', ') || 'key'} ${sender.slice(0, 8)}…`]),
  )
  return (
    <div className="flex flex-wrap items-end gap-x-4 gap-y-3">
      <SelectFilter
        label="State"
        any="Any state"
        value={filters.state}
        options={chainTxStates.map((state) => [state, stateTexts[state] ?? state])}
        onChange={(state) => show({ state })}
      />
      <SelectFilter
        label="Kind"
        any="Any kind"
        value={filters.kind}
        options={kinds.map((kind) => [kind, kindText(kind)])}
        onChange={(kind) => show({ kind })}
      />
      <NetworkFilter value={filters.network} onChange={(network) => show({ network })} />
      <SelectFilter
        label="Key"
        any="Any key"
        value={filters.sender}
        options={[...senders]}
        onChange={(sender) => show({ sender })}
      />
      <CheckFilter
        isChecked={filters.stuck === 'true'}
        onChange={(isStuck) => show({ stuck: isStuck ? 'true' : '' })}
      >
        Waiting for over two minutes
      </CheckFilter>
    </div>
  )
}

function TransactionTable(props: { transactions: readonly OperatorTransaction[]; empty: string }) {
  const nameOf = useNetworkName()
  const columns: Column<OperatorTransaction>[] = [
    {
      name: 'Transaction',
      cell: ({ id }) => <Link href={`/operator/chains/transactions/${id}`}>{id}</Link>,
      text: ({ id }) => id,
    },
    {
      name: 'Kind',
      cell: ({ kind }) => <span className="whitespace-nowrap">{kindText(kind)}</span>,
      text: ({ kind }) => kind,
    },
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
    { name: 'Network', cell: ({ network }) => nameOf(network), text: ({ network }) => network },
    {
      name: 'Key',
      cell: ({ sender }) => <Hash value={sender} label="the key's address" />,
      text: ({ sender }) => sender,
    },
    { name: 'Nonce', isNumber: true, cell: ({ nonce }) => nonce ?? '–', text: ({ nonce }) => nonce ?? '' },
    { name: 'Signed', isNumber: true, cell: ({ attempts }) => attempts, text: ({ attempts }) => attempts },
    {
      name: 'Asked for',
      cell: ({ created_at }) => <Time iso={created_at} />,
      text: ({ created_at }) => created_at,
    },
    {
      name: 'Changed',
      cell: ({ updated_at }) => <Time iso={updated_at} />,
      text: ({ updated_at }) => updated_at,
    },
  ]
  return (
    <DataTable
      caption="Transactions asked of the chains"
      columns={columns}
      rows={props.transactions}
      idOf={({ id }) => String(id)}
      empty={props.empty}
    />
  )
}
