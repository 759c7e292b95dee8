'use client'
import { type OperatorTree, operatorTreesSchema } from '#lib/schemas/operator-captures'
import { hashColumn, IdLink, numberColumn, timeColumn, transactionColumn } from '../columns.tsx'
import type { Column } from '../data-table.tsx'
import { ChoiceFilter, FilterBar } from '../filters.tsx'
import { List } from '../list.tsx'
import { useAsked } from '../operator-query.ts'
import { Part } from '../part.tsx'
import { StateWord } from '../state-word.tsx'
import { useFilters } from '../use-filters.ts'
import { treeStateTexts } from './capture-words.ts'

const everyMs = 5_000

/** Every tree, with what attests it. */
export function TreesSection() {
  const [filters, change] = useFilters(['state', 'cursor'], 'tree_')
  const query = useAsked({
    path: 'trees',
    asked: filters,
    schema: operatorTreesSchema,
    everyMs,
    isList: true,
  })
  return (
    <Part title="Trees">
      <FilterBar filters={filters} change={change}>
        <ChoiceFilter name="state" label="State" options={Object.entries(treeStateTexts)} />
      </FilterBar>
      <List
        {...{ query, columns, filters, change, caption: 'Trees, newest first' }}
        rowsOf={({ trees }) => trees}
        idOf={({ tree_id }) => String(tree_id)}
        empty="No tree was built yet."
        emptyFiltered="No tree is in this state."
      />
    </Part>
  )
}

const treeMarks = { attesting: 'now', final: 'done', lost: 'wrong' } as const

const columns: readonly Column<OperatorTree>[] = [
  {
    name: 'Tree',
    cell: ({ tree_id: id, state }) => (state === 'final' ? <IdLink href={`/trees/${id}`} id={id} /> : id),
    text: ({ tree_id }) => tree_id,
  },
  {
    name: 'State',
    cell: ({ state }) => <StateWord is={treeMarks[state]}>{treeStateTexts[state]}</StateWord>,
    text: ({ state }) => state,
  },
  numberColumn('Leaves', ({ leaf_count }) => leaf_count),
  numberColumn('Withdrawn', ({ withdrawn }) => withdrawn),
  timeColumn('Built', ({ built_at }) => built_at),
  timeColumn('Attested', ({ attested_at }) => attested_at, 'not yet'),
  hashColumn('Attestation', ({ attest_uid }) => attest_uid, 'attestation UID'),
  transactionColumn('Transaction', ({ transaction_id }) => transaction_id),
]
