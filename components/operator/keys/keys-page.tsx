'use client'
import { keyStates } from '#lib/domain/api-key'
import { tiers } from '#lib/domain/tier'
import type { OperatorKey } from '#lib/schemas/operator-keys'
import { Asked } from '../asked.tsx'
import { type Column, DataTable } from '../data-table.tsx'
import { FindField } from '../find-field.tsx'
import { isNarrowed, Pager } from '../pager.tsx'
import { SelectFilter } from '../select-filter.tsx'
import { StateWord } from '../state-word.tsx'
import { Time } from '../time-format.tsx'
import { useFilters } from '../use-filters.ts'
import { KeyCard } from './key-card.tsx'
import { tierNames } from './key-fields.tsx'
import { MakeKey } from './make-key.tsx'
import { keyFilterNames, useKeys } from './use-keys.ts'

const stateTexts = { good: 'Good', expired: 'Expired', revoked: 'Revoked' } as const
const stateMarks = { good: 'done', expired: 'later', revoked: 'later' } as const

/** Who may use the enterprise interface, and how much. */
export function KeysPage() {
  const [{ key: chosen, ...filters }, change] = useFilters([...keyFilterNames, 'key'])
  const query = useKeys(filters)
  const show = (changes: Partial<Record<(typeof keyFilterNames)[number], string>>) =>
    change({ ...changes, cursor: '', key: '' })
  return (
    <div className="grid grid-cols-1 gap-12">
      <div>
        <h1 className="text-xl">API keys</h1>
        <p className="mt-2 max-w-[65ch] text-soft">
          For the enterprise interface, which is sold by account and not by call. A key is shown once, when it
          is made; what is kept of it opens nothing.
        </p>
      </div>
      <MakeKey />
      <section aria-labelledby="keys">
        <h2 id="keys" className="text-lg">
          Keys
        </h2>
        <div className="mt-3 grid grid-cols-1 gap-4">
          <div className="flex flex-wrap items-end gap-x-4 gap-y-3">
            <SelectFilter
              label="State"
              any="Any state"
              value={filters.state}
              options={keyStates.map((state) => [state, stateTexts[state]] as const)}
              onChange={(state) => show({ state })}
            />
            <SelectFilter
              label="Tier"
              any="Any tier"
              value={filters.tier}
              options={tiers.map((tier) => [tier, tierNames[tier]] as const)}
              onChange={(tier) => show({ tier })}
            />
            <FindField
              label="Account, whole"
              isProse
              maxLength={100}
              value={filters.account}
              onFind={(account) => show({ account })}
            />
          </div>
          <Asked query={query}>
            {({ keys, next_cursor }) => {
              const open = keys.find(({ prefix }) => prefix === chosen)
              return (
                <div aria-busy={query.isPlaceholderData} className="grid grid-cols-1 gap-4">
                  <DataTable
                    caption="API keys"
                    columns={columns}
                    rows={keys}
                    idOf={({ prefix }) => prefix}
                    empty={
                      isNarrowed(filters) || filters.cursor
                        ? 'No key fits these filters.'
                        : 'No key was made yet.'
                    }
                  />
                  {open && <KeyCard key={`${open.prefix} ${open.tier} ${open.expires_at}`} apiKey={open} />}
                  <Pager
                    {...{ filters, nextCursor: next_cursor }}
                    change={(changes) => change({ ...changes, key: '' })}
                    texts={{ first: 'To the newest', next: 'Older keys' }}
                  />
                </div>
              )
            }}
          </Asked>
        </div>
      </section>
    </div>
  )
}

/** Opens what can be done about a key, below the table. */
function ChooseKey({ prefix }: { prefix: string }) {
  const [{ key: chosen }, change] = useFilters(['key'])
  const isChosen = chosen === prefix
  return (
    <button
      type="button"
      aria-expanded={isChosen}
      className="link min-h-11 whitespace-nowrap"
      onClick={() => change({ key: isChosen ? '' : prefix })}
    >
      <code className="text-sm">{prefix}</code>
    </button>
  )
}

const number = (value: number) => value.toLocaleString('en')

const columns: readonly Column<OperatorKey>[] = [
  {
    name: 'Key',
    cell: ({ prefix }) => <ChooseKey prefix={prefix} />,
    text: ({ prefix }) => prefix,
  },
  {
    name: 'Account',
    cell: ({ account }) => <span className="block min-w-32 [overflow-wrap:anywhere]">{account}</span>,
    text: ({ account }) => account,
  },
  {
    name: 'State',
    cell: ({ state, revoked_at: at }) => (
      <span className="grid">
        <StateWord is={stateMarks[state]}>{stateTexts[state]}</StateWord>
        {at && (
          <span className="text-xs text-soft">
            <Time iso={at} />
          </span>
        )}
      </span>
    ),
    text: ({ state }) => state,
  },
  {
    name: 'Tier',
    cell: ({ tier, limits }) => (
      <span className="grid whitespace-nowrap">
        {tierNames[tier]}
        <span className="text-xs text-soft">
          {number(limits.requests_per_minute)} requests a minute, {limits.area_km2} km²
        </span>
      </span>
    ),
    text: ({ tier }) => tier,
  },
  { name: 'Requests a minute', text: ({ limits }) => limits.requests_per_minute },
  {
    name: 'Streams open',
    isNumber: true,
    cell: ({ open_streams, limits }) => (
      <span className="whitespace-nowrap">
        {number(open_streams)} of {number(limits.concurrent_streams)}
      </span>
    ),
    text: ({ open_streams }) => open_streams,
  },
  { name: 'Area, km²', text: ({ limits }) => limits.area_km2 },
  {
    name: 'Last used',
    cell: ({ last_used_on: day }) => <span className="whitespace-nowrap tabular-nums">{day ?? 'never'}</span>,
    text: ({ last_used_on }) => last_used_on ?? '',
  },
  {
    name: 'Made',
    cell: ({ created_at }) => <Time iso={created_at} />,
    text: ({ created_at }) => created_at,
  },
  {
    name: 'Ends',
    cell: ({ expires_at: end }) =>
      end ? <Time iso={end} /> : <span className="whitespace-nowrap">when revoked</span>,
    text: ({ expires_at }) => expires_at ?? '',
  },
  { name: 'Revoked', text: ({ revoked_at }) => revoked_at ?? '' },
]
