'use client'
import { bountyStates } from '#lib/domain/bounty'
import { FindField } from '../find-field.tsx'
import { CheckFilter, NetworkFilter, SelectFilter } from '../select-filter.tsx'
import { stateText } from './bounty-words.ts'
import type { BountyFilters as Filters } from './use-bounties.ts'

type Props = { filters: Filters; change: (changes: Filters) => void }

/** Which bounties are shown, and in which order. Each choice begins at the first page again. */
export function BountyFilters({ filters, change }: Props) {
  const show = (changes: Filters) => change({ ...changes, cursor: '' })
  return (
    <div className="flex flex-wrap items-end gap-x-4 gap-y-3">
      <SelectFilter
        label="State"
        value={filters.state}
        any="Any state"
        options={bountyStates.map((state) => [state, stateText(state)] as const)}
        onChange={(state) => show({ state })}
      />
      <NetworkFilter value={filters.network} onChange={(network) => show({ network })} />
      <SelectFilter
        label="Order"
        value={filters.order}
        any="Newest first"
        options={[['unmoved', 'Longest unmoved first']]}
        onChange={(order) => show({ order })}
      />
      <CheckFilter
        isChecked={filters.stuck === 'true'}
        onChange={(isStuck) => show({ stuck: isStuck ? 'true' : '' })}
      >
        Stuck only
      </CheckFilter>
      <FindField label="Words, payer or id" value={filters.text} onFind={(text) => show({ text })} />
    </div>
  )
}
