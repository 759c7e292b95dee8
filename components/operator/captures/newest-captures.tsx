'use client'
import Link from 'next/link'
import { PlaceName } from '#components/place/place-name'
import { type ListedCapture, operatorCapturesSchema } from '#lib/schemas/operator-captures'
import { hashColumn, timeColumn } from '../columns.tsx'
import type { Column } from '../data-table.tsx'
import { FilterBar, TextFilter } from '../filters.tsx'
import { List } from '../list.tsx'
import { useAsked } from '../operator-query.ts'
import { Part } from '../part.tsx'
import { StateWord } from '../state-word.tsx'
import { Time } from '../time-format.tsx'
import { useFilters } from '../use-filters.ts'
import { captureMarks, captureStateTexts } from './capture-words.ts'

const everyMs = 15_000

/** All captures, newest first. */
export function NewestCaptures() {
  const [filters, change] = useFilters(['geohash', 'cursor'], 'newest_')
  const asked = { ...filters, limit: '20' }
  const query = useAsked({
    path: 'newest-captures',
    asked,
    schema: operatorCapturesSchema,
    everyMs,
    isList: true,
  })
  return (
    <Part
      title="Newest captures"
      note="Those that wait for a tree come first, then those of the newest tree."
    >
      <FilterBar filters={filters} change={change} button="Show">
        <TextFilter
          name="geohash"
          label="Only in a cell"
          placeholder="spzc"
          maxLength={6}
          pattern="[0-9b-hjkmnp-zB-HJKMNP-Z]{1,6}"
          title="A geohash of one to six characters"
        />
      </FilterBar>
      <List
        {...{ query, columns, filters, change, caption: 'Captures, newest first' }}
        rowsOf={({ captures }) => captures}
        idOf={({ sha256 }) => sha256}
        empty="No capture was received yet."
        emptyFiltered="No capture is in this cell."
      />
    </Part>
  )
}

const columns: readonly Column<ListedCapture>[] = [
  {
    name: 'Place',
    cell: ({ geohash, sha256 }) => (
      // Names arrive later, and columns must not move then.
      <span className="grid w-48 max-w-full justify-items-start">
        <Link href={`/operator/captures?id=${sha256}`} className="link">
          <PlaceName geohash={geohash} />
        </Link>
        <code className="text-sm font-normal text-soft">{geohash}</code>
      </span>
    ),
    text: ({ geohash }) => geohash,
  },
  timeColumn('Claimed capture time', ({ captured_at }) => captured_at),
  {
    name: 'State',
    cell: ({ state }) => (
      <StateWord is={captureMarks[state]} wraps>
        {captureStateTexts[state]}
      </StateWord>
    ),
    text: ({ state }) => state,
  },
  {
    name: 'Tree',
    cell: ({ tree_id: id, state }) =>
      id === null ? '–' : state === 'attesting' ? id : <Link href={`/trees/${id}`}>{id}</Link>,
    text: ({ tree_id }) => tree_id ?? '',
  },
  {
    name: 'Received',
    cell: ({ received_at }) => (
      <span className="[&_time]:whitespace-nowrap!">
        <Time iso={received_at} />
      </span>
    ),
    text: ({ received_at }) => received_at,
  },
  hashColumn('Fingerprint', ({ sha256 }) => sha256, 'fingerprint'),
]
