'use client'
import { keyStates } from '#lib/domain/access/api-key'
import { tiers } from '#lib/domain/access/tier'
import { type OperatorKey, operatorKeysSchema } from '#lib/schemas/operator-keys'
import { timeColumn } from '../columns.tsx'
import type { Column } from '../data-table.tsx'
import { ChoiceFilter, FilterBar, TextFilter } from '../filters.tsx'
import { List } from '../list.tsx'
import { useAsked } from '../operator-query.ts'
import { PageHead, Part } from '../part.tsx'
import { StateWord } from '../state-word.tsx'
import { Day, Time } from '../time-format.tsx'
import { useFilters } from '../use-filters.ts'
import { KeyCard } from './key-card.tsx'
import { dayOf, endOfDay, tierNames } from './key-fields.tsx'
import { MakeKey } from './make-key.tsx'

const stateTexts = { good: 'Good', expired: 'Expired', revoked: 'Revoked' } as const
const stateMarks = { good: 'done', expired: 'later', revoked: 'later' } as const
/** Streams open and end while the page is open. */
const everyMs = 10_000

/** API keys of the enterprise interface, with their limits. */
export function KeysPage() {
  const [{ key: chosen, ...filters }, changeAll] = useFilters(['state', 'tier', 'account', 'cursor', 'key'])
  const change = (changes: Parameters<typeof changeAll>[0]) => changeAll({ ...changes, key: '' })
  const query = useAsked({
    path: 'keys',
    asked: filters,
    schema: operatorKeysSchema,
    everyMs,
    isList: true,
  })
  return (
    <div className="grid grid-cols-1 gap-12">
      <PageHead title="API keys">
        For the enterprise interface, which is sold by account and not by call. A key is shown once, when it
        is made. Only a hash of it is stored.
      </PageHead>
      <MakeKey />
      <Part title="Keys">
        <FilterBar filters={filters} change={change} button="Show">
          <ChoiceFilter
            name="state"
            label="State"
            options={keyStates.map((state) => [state, stateTexts[state]])}
          />
          <ChoiceFilter name="tier" label="Tier" options={tiers.map((tier) => [tier, tierNames[tier]])} />
          <TextFilter name="account" label="Account, exact name" maxLength={100} />
        </FilterBar>
        <List
          {...{ query, columns, filters, change, caption: 'API keys' }}
          rowsOf={({ keys }) => keys}
          idOf={({ prefix }) => prefix}
          empty="No key was made yet."
          emptyFiltered="No key matches these filters."
        >
          {({ keys }) => {
            const open = keys.find(({ prefix }) => prefix === chosen)
            return open && <KeyCard key={`${open.prefix} ${open.tier} ${open.expires_at}`} apiKey={open} />
          }}
        </List>
      </Part>
    </div>
  )
}

/** Shows the actions for a key, below the table. */
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

/** The end of a key: a day if it is the last second of a day in UTC, as the console sets it; otherwise a time, which a command can set. */
function LastDay({ end }: { end: string }) {
  if (endOfDay(dayOf(end)) !== end) return <Time iso={end} />
  return (
    <span className="whitespace-nowrap">
      <Day day={dayOf(end)} /> (UTC)
    </span>
  )
}

const number = (value: number) => value.toLocaleString('en')

const columns: readonly Column<OperatorKey>[] = [
  { name: 'Key', cell: ({ prefix }) => <ChooseKey prefix={prefix} />, text: ({ prefix }) => prefix },
  {
    name: 'Account',
    cell: ({ account }) => <span className="block min-w-32 wrap-anywhere">{account}</span>,
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
    cell: ({ last_used_on: day }) => (day ? <Day day={day} /> : 'never'),
    text: ({ last_used_on }) => last_used_on ?? '',
  },
  timeColumn('Created', ({ created_at }) => created_at),
  {
    name: 'Last day',
    cell: ({ state, expires_at: end }) =>
      state === 'revoked' ? '–' : end ? <LastDay end={end} /> : 'no end',
    text: ({ expires_at }) => expires_at ?? '',
  },
  { name: 'Revoked', text: ({ revoked_at }) => revoked_at ?? '' },
]
