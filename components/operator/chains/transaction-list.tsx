'use client'
import { chainTxStates } from '#lib/domain/chain/chain-tx'
import { checksumAddress } from '#lib/domain/chain/checksum-address'
import { rolesTitle } from '#lib/domain/chain/key-roles'
import {
  type OperatorTransaction,
  operatorTransactionPageSchema,
  type SenderQueue,
} from '#lib/schemas/operator-chain'
import { NetworkName, timeColumn, transactionColumn } from '../columns.tsx'
import type { Column } from '../data-table.tsx'
import { ChoiceFilter, FilterBar, NetworkFilter, ToggleFilter } from '../filters.tsx'
import { Hash } from '../hash.tsx'
import { List } from '../list.tsx'
import { useAsked } from '../operator-query.ts'
import { Part } from '../part.tsx'
import { TxHash } from '../tx-hash.tsx'
import { useFilters } from '../use-filters.ts'
import { useIsNarrow } from '../use-is-narrow.ts'
import { kinds, kindText, stateTexts } from './chain-words.ts'
import { feeText } from './gas-words.ts'
import { TransactionState } from './transaction-state.tsx'

const everyMs = 10_000
/** On a phone each is a card of a third of the window. */
const cardsAtMost = '10'
const names = ['network', 'sender', 'state', 'kind', 'stuck', 'cursor'] as const

/** All our transactions, filtered by the page's address. */
export function TransactionList({ queues }: { queues: readonly SenderQueue[] }) {
  const [filters, change] = useFilters(names)
  const isNarrow = useIsNarrow()
  const asked = isNarrow ? { ...filters, limit: cardsAtMost } : filters
  const query = useAsked({
    path: 'transactions',
    asked,
    schema: operatorTransactionPageSchema,
    everyMs,
    isList: true,
  })
  const roleNames = new Map(queues.map(({ sender, roles }) => [sender, rolesTitle(roles)]))
  const senders = new Map(
    queues.map(({ sender, roles }) => [
      sender,
      `${rolesTitle(roles) ?? 'Key'} ${checksumAddress(sender).slice(0, 8)}…`,
    ]),
  )
  return (
    <Part
      title="Transactions"
      id="transactions"
      note="Hash and fee are those of the signed form that was mined; others of the same nonce are on the page of the transaction."
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
        {...{ query, columns: columnsWith(roleNames), filters, change, caption: 'Transactions of ours' }}
        rowsOf={({ transactions }) => transactions}
        idOf={({ id }) => String(id)}
        empty="No transaction was requested yet."
        emptyFiltered="No transaction matches these filters."
      />
    </Part>
  )
}

/** @param roleNames the roles of each key */
const columnsWith = (
  roleNames: ReadonlyMap<string, string | undefined>,
): readonly Column<OperatorTransaction>[] => [
  transactionColumn('Transaction', ({ id }) => id),
  {
    name: 'Kind',
    cell: ({ kind, network }) => (
      <span className="whitespace-nowrap">
        {kindText(kind)}
        <span className="block text-xs text-soft">
          <NetworkName network={network} />
        </span>
      </span>
    ),
    text: ({ kind }) => kindText(kind),
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
  { name: 'Network', text: ({ network }) => network },
  {
    name: 'Hash and fee',
    cell: ({ network, mined_hash: hash, fee_wei: wei, coin }) => (
      <>
        {hash === null ? '–' : <TxHash network={network} hash={hash} label="the hash" />}
        {wei !== null && (
          <span title={`${wei} wei`} className="block text-xs whitespace-nowrap text-soft">
            {feeText(wei, coin)}
          </span>
        )}
      </>
    ),
    text: ({ mined_hash }) => mined_hash ?? '',
  },
  {
    name: 'Key',
    cell: ({ sender }) => {
      const role = roleNames.get(sender)
      return role ? (
        <span title={checksumAddress(sender)}>{role}</span>
      ) : (
        <Hash value={sender} label="the key’s address" />
      )
    },
    text: ({ sender }) => sender,
  },
  {
    name: 'Nonce',
    isNumber: true,
    cell: ({ nonce, attempts }) => (
      <span className="whitespace-nowrap">
        {nonce ?? '–'}
        {attempts > 1 && <span className="block text-xs text-soft">signed {attempts} times</span>}
      </span>
    ),
    text: ({ nonce }) => nonce ?? '',
  },
  { name: 'Fee in wei', text: ({ fee_wei }) => fee_wei ?? '' },
  { name: 'Times signed', text: ({ attempts }) => attempts },
  timeColumn('Requested', ({ created_at }) => created_at),
  timeColumn('Changed', ({ updated_at }) => updated_at),
]
