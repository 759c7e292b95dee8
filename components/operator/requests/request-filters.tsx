'use client'
import { type FormEvent, type ReactNode, useId } from 'react'
import { errorStatus } from '#lib/domain/errors'
import { CheckFilter, SelectFilter } from '../select-filter.tsx'
import type { RequestFilters } from './use-requests.ts'

const outcomes = [
  ['ok', 'Answered'],
  ['refused', 'Refused'],
  ['4xx', '4xx, the caller’s doing'],
  ['5xx', '5xx, a fault of ours'],
] as const
const spans = [
  ['3600', 'An hour'],
  ['86400', 'A day'],
  ['604800', 'A week'],
] as const
const codes = Object.keys(errorStatus).map((code) => [code, code] as const)

type Props = {
  filters: RequestFilters
  change: (changes: RequestFilters) => void
}

/** What is asked of the log. What has a few values changes at once, what is typed when it is entered. */
export function RequestFilterForm({ filters, change }: Props) {
  const apply = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const text = (name: string) => String(form.get(name) ?? '').trim()
    const until = text('until')
    change({
      ...{ operation: text('operation'), key: text('key').slice(0, 14) },
      until: until === '' ? '' : `${until.length === 16 ? `${until}:00` : until.slice(0, 19)}Z`,
    })
  }
  const clear = () =>
    change(Object.fromEntries(Object.keys(filters).map((name) => [name, ''])) as RequestFilters)
  return (
    <form
      // What is typed follows the address, also by Back.
      key={JSON.stringify(filters)}
      onSubmit={apply}
      className="flex flex-wrap items-end gap-x-4 gap-y-3"
    >
      <SelectFilter
        label="Answer"
        any="Any answer"
        value={filters.outcome}
        options={outcomes}
        onChange={(outcome) => change({ outcome })}
      />
      <SelectFilter
        label="Code of a refusal"
        any="Any code"
        value={filters.code}
        options={codes}
        onChange={(code) => change({ code })}
      />
      <SelectFilter
        label={filters.until ? 'Before that time, within' : 'Within the last'}
        any="All that is kept"
        value={filters.within}
        options={spans}
        onChange={(within) => change({ within })}
      />
      <Labelled text="Before, UTC">
        {(id) => (
          <input
            id={id}
            name="until"
            type="datetime-local"
            className="field w-full font-sans"
            defaultValue={filters.until?.slice(0, 16) ?? ''}
          />
        )}
      </Labelled>
      <Labelled text="Operation">
        {(id) => (
          <input
            id={id}
            name="operation"
            className="field w-full sm:w-44"
            placeholder="createBounty"
            pattern="[A-Za-z]{1,60}"
            title="The name of an operation, such as createBounty"
            autoComplete="off"
            spellCheck={false}
            defaultValue={filters.operation ?? ''}
          />
        )}
      </Labelled>
      <Labelled text="API key begins with">
        {(id) => (
          <input
            id={id}
            name="key"
            className="field w-full sm:w-48"
            placeholder="cairn_1a2b3c4d"
            pattern="cairn_[\w\-]{8}.*"
            title="At least its first 14 characters; no more of it is used"
            autoComplete="off"
            spellCheck={false}
            defaultValue={filters.key ?? ''}
          />
        )}
      </Labelled>
      <button type="submit" className="button">
        Show
      </button>
      <CheckFilter
        isChecked={filters.reads === 'true'}
        onChange={(reads) => change({ reads: reads ? 'true' : '' })}
      >
        With what operators only looked at
      </CheckFilter>
      {Object.keys(filters).length > 0 && (
        <button type="button" className="button" onClick={clear}>
          Show all
        </button>
      )}
    </form>
  )
}

function Labelled({ text, children }: { text: string; children: (id: string) => ReactNode }) {
  const id = useId()
  return (
    <div className="grid gap-1 max-sm:w-full">
      <label htmlFor={id} className="caption">
        {text}
      </label>
      {children(id)}
    </div>
  )
}
