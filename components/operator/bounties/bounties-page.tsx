'use client'
import Link from 'next/link'
import { bountyStates, isEnded } from '#lib/domain/bounty/bounty'
import { type OperatorBounty, operatorBountyPageSchema } from '#lib/schemas/operator-bounty'
import { paidColumns } from '../columns.tsx'
import type { Column } from '../data-table.tsx'
import { ChoiceFilter, FilterBar, NetworkFilter, TextFilter, ToggleFilter } from '../filters.tsx'
import { Hash } from '../hash.tsx'
import { List } from '../list.tsx'
import { useAsked } from '../operator-query.ts'
import { PageHead } from '../part.tsx'
import { Age, Time } from '../time-format.tsx'
import { useFilters } from '../use-filters.ts'
import { BountyState } from './bounty-state.tsx'
import { moneyIsText, stateText } from './bounty-words.ts'

const everyMs = 10_000
const names = ['state', 'stuck', 'hidden', 'network', 'text', 'order', 'cursor'] as const

/** All bounties, with a filter for the stuck ones. */
export function BountiesPage() {
  const [filters, change] = useFilters(names)
  const query = useAsked({
    path: 'bounties',
    asked: filters,
    schema: operatorBountyPageSchema,
    everyMs,
    isList: true,
  })
  const { order, ...narrowing } = filters
  const isAlone = !filters.state && !filters.network && !filters.text
  return (
    <div className="grid gap-6">
      <PageHead title="Bounties">
        A bounty is stuck if something blocks it, or if it has been between two states for ten minutes. Open
        it to see why, and what to do.
      </PageHead>
      <FilterBar filters={filters} change={change} button="Show">
        <ToggleFilter name="stuck">Stuck only</ToggleFilter>
        <ToggleFilter name="hidden">Hidden only</ToggleFilter>
        <ChoiceFilter
          name="state"
          label="State"
          options={bountyStates.map((state) => [state, stateText(state)])}
        />
        <NetworkFilter />
        <ChoiceFilter
          name="order"
          label="Order"
          any="newest first"
          options={[['unmoved', 'longest unmoved first']]}
        />
        <TextFilter name="text" label="Words, payer or id" />
      </FilterBar>
      <List
        {...{ query, columns, change, filters: narrowing, caption: 'Bounties' }}
        rowsOf={({ bounties }) => bounties}
        idOf={({ bounty_id }) => bounty_id}
        empty="Nobody has paid for a bounty yet."
        emptyFiltered={(isAlone && emptyText(filters)) || 'No bounty matches these filters.'}
      />
    </div>
  )
}

function emptyText({ stuck, hidden }: Partial<Record<string, string>>): string | undefined {
  if (stuck && hidden) return undefined
  if (stuck) return 'No bounty is stuck.'
  return hidden && 'No bounty is hidden.'
}

const columns: readonly Column<OperatorBounty>[] = [
  {
    name: 'Bounty',
    cell: ({ bounty_id, title }) => (
      <>
        <Link
          href={`/operator/bounties/${bounty_id}`}
          className="link line-clamp-3 min-w-40 max-w-72 wrap-anywhere min-[120rem]:max-w-[32rem]"
        >
          {title}
        </Link>
        <Hash value={bounty_id} label="the id" />
      </>
    ),
    text: ({ title }) => title,
  },
  {
    name: 'State',
    cell: (bounty) => (
      <>
        <BountyState bounty={bounty} />
        <span className="block whitespace-nowrap text-soft">
          {isEnded(bounty.state) ? (
            <>
              <Age iso={bounty.since} /> ago
            </>
          ) : (
            <>
              for <Age iso={bounty.since} />
            </>
          )}
        </span>
      </>
    ),
    text: ({ state }) => state,
  },
  { name: 'Since', text: ({ since }) => since },
  ...paidColumns<OperatorBounty>(),
  {
    name: 'Waits for',
    cell: ({ blocker, waits_for }) => (
      <span className="block min-w-28 max-w-md">
        {blocker ? blocker.text : <span className="text-soft">{waits_for ?? '–'}</span>}
      </span>
    ),
    text: ({ blocker }) => blocker?.text ?? '',
  },
  {
    name: 'Money',
    cell: ({ money_is }) => moneyIsText(money_is),
    text: ({ money_is }) => moneyIsText(money_is),
  },
  {
    name: 'Paid by poster',
    cell: ({ paid_at, payer }) => (
      <>
        <Time iso={paid_at} />
        <span className="block">
          <Hash value={payer} label="the payer" />
        </span>
      </>
    ),
    text: ({ paid_at }) => paid_at,
  },
  { name: 'Payer', text: ({ payer }) => payer },
  { name: 'Id', text: ({ bounty_id }) => bounty_id },
]
