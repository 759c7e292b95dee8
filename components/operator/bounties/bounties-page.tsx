'use client'
import { Asked } from '../asked.tsx'
import { Pager } from '../pager.tsx'
import { useFilters } from '../use-filters.ts'
import { BountyFilters } from './bounty-filters.tsx'
import { BountyTable } from './bounty-table.tsx'
import { bountyFilterNames, useBounties } from './use-bounties.ts'

/** Every bounty there ever was; what is stuck is one press away. */
export function BountiesPage() {
  const [filters, change] = useFilters(bountyFilterNames)
  const query = useBounties(filters)
  const { order, ...narrowing } = filters
  return (
    <div className="grid gap-6">
      <div>
        <h1 className="text-xl">Bounties</h1>
        <p className="mt-2 max-w-[65ch] text-soft">
          The state of a bounty says where its money is. One is stuck when something hinders it, or when it
          has been on its way for ten minutes: open it to see why, and what to do.
        </p>
      </div>
      <BountyFilters filters={filters} change={change} />
      <Asked query={query}>
        {({ bounties, next_cursor, are_any }) => (
          <div aria-busy={query.isPlaceholderData}>
            <BountyTable bounties={bounties} empty={emptyText({ ...filters, areAny: are_any })} />
            <Pager
              {...{ filters: narrowing, change, nextCursor: next_cursor }}
              texts={{
                first: 'To the first page',
                next: order === 'unmoved' ? 'Later moved bounties' : 'Older bounties',
              }}
            />
          </div>
        )}
      </Asked>
    </div>
  )
}

function emptyText(shown: {
  stuck?: string
  state?: string
  network?: string
  text?: string
  areAny: boolean
}) {
  if (!shown.areAny) return 'Nobody has paid for a bounty yet.'
  const isStuckAlone = shown.stuck && !shown.state && !shown.network && !shown.text
  return isStuckAlone ? 'No bounty is stuck.' : 'No bounty fits these filters.'
}
