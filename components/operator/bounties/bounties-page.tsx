'use client'
import { Asked } from '../asked.tsx'
import { useFilters } from '../use-filters.ts'
import { BountyFilters } from './bounty-filters.tsx'
import { BountyTable } from './bounty-table.tsx'
import { bountyFilterNames, useBounties } from './use-bounties.ts'

/** Every bounty there ever was; what is stuck is one press away. */
export function BountiesPage() {
  const [filters, change] = useFilters(bountyFilterNames)
  const query = useBounties(filters)
  const { cursor, order, ...narrowing } = filters
  const isNarrowed = Object.keys(narrowing).length > 0
  const showAll = () => change(Object.fromEntries(bountyFilterNames.map((name) => [name, ''])))
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
            <div className="mt-4 flex flex-wrap gap-3">
              {cursor && (
                <button type="button" className="button" onClick={() => change({ cursor: '' })}>
                  To the first page
                </button>
              )}
              {next_cursor && (
                <button type="button" className="button" onClick={() => change({ cursor: next_cursor })}>
                  {order === 'unmoved' ? 'Later moved bounties' : 'Older bounties'}
                </button>
              )}
              {isNarrowed && (
                <button type="button" className="button" onClick={showAll}>
                  Show all
                </button>
              )}
            </div>
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
