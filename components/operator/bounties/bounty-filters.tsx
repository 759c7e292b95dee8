'use client'
import { type FormEvent, type ReactNode, useId, useState } from 'react'
import { bountyStates } from '#lib/domain/bounty'
import { useOperator } from '../use-operator.ts'
import { stateText } from './bounty-words.ts'
import type { BountyFilters as Filters } from './use-bounties.ts'

type Props = { filters: Filters; change: (changes: Filters) => void }

/** Which bounties are shown, and in which order. Each choice begins at the first page again. */
export function BountyFilters({ filters, change }: Props) {
  const { networks } = useOperator()
  const show = (changes: Filters) => change({ ...changes, cursor: '' })
  return (
    <div className="flex flex-wrap items-end gap-x-4 gap-y-3">
      <Select label="State" value={filters.state} onChange={(state) => show({ state })}>
        <option value="">Any state</option>
        {bountyStates.map((state) => (
          <option key={state} value={state}>
            {stateText(state)}
          </option>
        ))}
      </Select>
      <Select label="Network" value={filters.network} onChange={(network) => show({ network })}>
        <option value="">Any network</option>
        {networks.map(({ network, name }) => (
          <option key={network} value={network}>
            {name}
          </option>
        ))}
      </Select>
      <Select label="Order" value={filters.order} onChange={(order) => show({ order })}>
        <option value="">Newest first</option>
        <option value="unmoved">Longest unmoved first</option>
      </Select>
      <label className="flex min-h-11 items-center gap-2.5">
        <input
          type="checkbox"
          className="size-5 accent-(--ink)"
          checked={filters.stuck === 'true'}
          onChange={({ target }) => show({ stuck: target.checked ? 'true' : '' })}
        />
        Stuck only
      </label>
      <FindBounty key={filters.text} text={filters.text} show={show} />
    </div>
  )
}

function FindBounty({ text = '', show }: { text?: string | undefined; show: (changes: Filters) => void }) {
  const [wanted, setWanted] = useState(text)
  const id = useId()
  const find = (event: FormEvent) => {
    event.preventDefault()
    show({ text: wanted.trim() })
  }
  return (
    <form onSubmit={find} className="grid w-full gap-1 sm:w-auto sm:grow">
      <label htmlFor={id} className="caption">
        Words, payer or id
      </label>
      <span className="flex gap-2">
        <input
          id={id}
          className="field w-full"
          maxLength={200}
          autoComplete="off"
          spellCheck={false}
          value={wanted}
          onChange={({ target }) => setWanted(target.value)}
        />
        <button type="submit" className="button">
          Show
        </button>
      </span>
    </form>
  )
}

function Select(props: {
  label: string
  value: string | undefined
  onChange: (value: string) => void
  children: ReactNode
}) {
  const { label, value = '', onChange, children } = props
  return (
    <label className="grid gap-1 max-sm:grow">
      <span className="caption">{label}</span>
      <select className="field font-sans" value={value} onChange={({ target }) => onChange(target.value)}>
        {children}
      </select>
    </label>
  )
}
