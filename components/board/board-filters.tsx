'use client'
import { type ReactNode, useId } from 'react'
import type { BoardWish } from '#lib/client/board-url'
import { readableUsdc, wholeUsdc } from '#lib/domain/money/money'

type Props = {
  wish: BoardWish
  networks: readonly { id: string; name: string }[]
  onWish: (wish: BoardWish) => void
}

const amounts = [100, 250, 500, 1_000]
const days = [1, 3, 7]

/** Order and filters of the board. */
export function BoardFilters({ wish, networks, onWish }: Props) {
  const number = (text: string) => (text === '' ? undefined : Number(text))
  return (
    <div className="mt-3 grid gap-x-4 gap-y-4 rounded-lg border border-line bg-raised p-4 sm:grid-cols-2 sm:p-5 lg:grid-cols-4">
      <Select
        label="Sort by"
        value={wish.sort}
        onChange={(sort) => onWish({ ...wish, sort: sort as BoardWish['sort'] })}
      >
        <option value="newest">Newest</option>
        <option value="ending_soonest">Ending soonest</option>
        {wish.near !== undefined && <option value="nearest">Nearest</option>}
      </Select>
      <Select
        label="Pay"
        value={String(wish.minAmountUsdc ?? '')}
        onChange={(text) => onWish({ ...wish, minAmountUsdc: number(text) })}
      >
        <option value="">Any amount</option>
        {withChosen(amounts, wish.minAmountUsdc).map((amount) => (
          <option key={amount} value={amount}>
            {readableUsdc(wholeUsdc(amount))} USDC or more
          </option>
        ))}
      </Select>
      <Select
        label="Time left"
        value={String(wish.endsWithinDays ?? '')}
        onChange={(text) => onWish({ ...wish, endsWithinDays: number(text) })}
      >
        <option value="">Any</option>
        {withChosen(days, wish.endsWithinDays).map((count) => (
          <option key={count} value={count}>
            {count === 1 ? 'Ends within a day' : `Ends within ${count} days`}
          </option>
        ))}
      </Select>
      <Select
        label="Network"
        value={wish.network ?? ''}
        onChange={(network) => onWish({ ...wish, network: network || undefined })}
      >
        <option value="">Any network</option>
        {networks.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </Select>
      <label className="flex min-h-11 items-center gap-2.5 text-sm sm:col-span-full">
        <input
          type="checkbox"
          className="size-4.5 accent-ink"
          checked={wish.hasPlace === true || wish.sort === 'nearest'}
          disabled={wish.sort === 'nearest'}
          onChange={({ target }) => onWish({ ...wish, hasPlace: target.checked || undefined })}
        />
        Only bounties with a place on the map
        {wish.sort === 'nearest' && <span className="text-soft">: the order by distance needs one</span>}
      </label>
    </div>
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

/** An address may name a value that the menu lacks. */
function withChosen(offered: readonly number[], chosen: number | undefined): number[] {
  return [...new Set([...offered, ...(chosen === undefined ? [] : [chosen])])].sort((a, b) => a - b)
}
