'use client'
import { useRouter } from 'next/navigation'
import { type ReactNode, useId, useState, useTransition } from 'react'
import { Choice } from '#components/ui/choice'
import { type BoardWish, boardLink, isNarrowed, withNear } from '#lib/client/board-url'
import { NearMe } from './near-me.tsx'

type Props = { wish: BoardWish; networks: readonly { id: string; name: string }[] }

const amounts = [100, 250, 500, 1_000]
const days = [1, 3, 7]

/** What of the board is shown, and how. Each choice is an address of its own, so it can be gone back from and sent on. */
export function BoardFilters({ wish, networks }: Props) {
  const router = useRouter()
  const [isBusy, begin] = useTransition()
  // A phone shows the bounties first; what narrows them is in sight only where it does.
  const [showsAll, setShowsAll] = useState(() => isNarrowed(wish))
  const id = useId()
  const show = (next: BoardWish) => begin(() => router.push(boardLink(next), { scroll: false }))
  const number = (text: string) => (text === '' ? undefined : Number(text))
  return (
    <section aria-label="What is shown" className="mt-10 border-t border-line pt-6" aria-busy={isBusy}>
      <div className="grid gap-x-10 gap-y-6 lg:grid-cols-[minmax(0,22rem)_minmax(0,1fr)]">
        <NearMe near={wish.near} onNear={(near) => show(withNear(wish, near))} />
        <div
          id={id}
          className={`content-start gap-x-5 gap-y-4 sm:grid sm:grid-cols-3 lg:pt-[1.53rem] ${showsAll ? 'grid' : 'hidden'}`}
        >
          <Select
            label="Network"
            value={wish.network ?? ''}
            onChange={(network) => show({ ...wish, network: network || undefined })}
          >
            <option value="">Any network</option>
            {networks.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </Select>
          <Select
            label="Reward"
            value={String(wish.minAmountUsdc ?? '')}
            onChange={(text) => show({ ...wish, minAmountUsdc: number(text) })}
          >
            <option value="">Any amount</option>
            {withChosen(amounts, wish.minAmountUsdc).map((amount) => (
              <option key={amount} value={amount}>
                {amount}.00 USDC and more
              </option>
            ))}
          </Select>
          <Select
            label="Ending"
            value={String(wish.endsWithinDays ?? '')}
            onChange={(text) => show({ ...wish, endsWithinDays: number(text) })}
          >
            <option value="">Any time</option>
            {withChosen(days, wish.endsWithinDays).map((count) => (
              <option key={count} value={count}>
                {count === 1 ? 'Within a day' : `Within ${count} days`}
              </option>
            ))}
          </Select>
          <label className="flex min-h-11 items-center gap-2.5 text-sm sm:col-span-3">
            <input
              type="checkbox"
              className="size-4.5 accent-ink"
              checked={wish.hasPlace === true || wish.sort === 'nearest'}
              disabled={wish.sort === 'nearest'}
              onChange={({ target }) => show({ ...wish, hasPlace: target.checked || undefined })}
            />
            Only bounties that name a place
          </label>
        </div>
      </div>
      <div className="mt-6 flex flex-wrap items-center justify-between gap-3">
        <button
          type="button"
          className="button w-full sm:hidden"
          aria-expanded={showsAll}
          aria-controls={id}
          onClick={() => setShowsAll(!showsAll)}
        >
          {showsAll ? 'Hide the filters' : 'Filter'}
        </button>
        <Choice
          label="Order"
          value={wish.sort}
          options={[
            { value: 'newest', text: 'Newest' },
            { value: 'ending_soonest', text: 'Ending soonest' },
            ...(wish.near === undefined ? [] : [{ value: 'nearest' as const, text: 'Nearest' }]),
          ]}
          onChange={(sort) => show({ ...wish, sort })}
        />
        <Choice
          label="View"
          value={wish.view}
          options={[
            { value: 'list', text: 'List' },
            { value: 'map', text: 'Map' },
          ]}
          onChange={(view) => show({ ...wish, view })}
        />
      </div>
      <p role="status" className="sr-only">
        {isBusy ? 'Looking…' : ''}
      </p>
    </section>
  )
}

function Select(props: {
  label: string
  value: string
  onChange: (value: string) => void
  children: ReactNode
}) {
  const id = useId()
  return (
    <div className="min-w-0">
      <label htmlFor={id} className="block text-sm font-semibold">
        {props.label}
      </label>
      <select
        id={id}
        className="field mt-1.5 w-full font-sans"
        value={props.value}
        onChange={({ target }) => props.onChange(target.value)}
      >
        {props.children}
      </select>
    </div>
  )
}

/** An address may say another one than we offer. */
function withChosen(offered: readonly number[], chosen: number | undefined): number[] {
  return [...new Set([...offered, ...(chosen === undefined ? [] : [chosen])])].sort((a, b) => a - b)
}
