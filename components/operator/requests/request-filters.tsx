'use client'
import { type FormEvent, type ReactNode, useId } from 'react'
import { Choice } from '#components/ui/choice'
import { errorStatus } from '#lib/domain/errors'
import type { RequestFilters } from './use-requests.ts'

const outcomes = [
  { value: 'all', text: 'All' },
  { value: 'ok', text: 'Answered' },
  { value: 'refused', text: 'Refused' },
  { value: '4xx', text: '4xx', title: 'Refused for what the caller sent' },
  { value: '5xx', text: '5xx', title: 'Refused for a fault of ours' },
] as const
const spans = [
  { value: 'all', text: 'All that is kept' },
  { value: '3600', text: 'Hour' },
  { value: '86400', text: 'Day' },
  { value: '604800', text: 'Week' },
] as const

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
      ...{ code: text('code'), operation: text('operation'), key: text('key').slice(0, 14) },
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
      className="grid grid-cols-1 gap-4 rounded-md border border-line bg-raised p-4"
    >
      <div className="flex flex-wrap gap-x-6 gap-y-3">
        <Choice
          label="Outcome"
          value={filters.outcome ?? 'all'}
          options={outcomes}
          onChange={(value) => change({ outcome: value === 'all' ? '' : value })}
        />
        <Choice
          label={filters.until ? 'Before that time, within' : 'Within the last'}
          value={filters.within ?? 'all'}
          options={spans}
          onChange={(value) => change({ within: value === 'all' ? '' : value })}
        />
      </div>
      <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-4">
        <Labelled text="Code of a refusal">
          {(id) => (
            <select id={id} name="code" className="field w-full font-sans" defaultValue={filters.code ?? ''}>
              <option value="">Any</option>
              {Object.keys(errorStatus).map((code) => (
                <option key={code}>{code}</option>
              ))}
            </select>
          )}
        </Labelled>
        <Labelled text="Operation">
          {(id) => (
            <input
              id={id}
              name="operation"
              className="field w-full"
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
              className="field w-full"
              placeholder="cairn_1a2b3c4d"
              pattern="cairn_[\w\-]{8}.*"
              title="At least its first 14 characters; no more of it is used"
              autoComplete="off"
              spellCheck={false}
              defaultValue={filters.key ?? ''}
            />
          )}
        </Labelled>
        <Labelled text="Before, UTC">
          {(id) => (
            <input
              id={id}
              name="until"
              type="datetime-local"
              className="field w-full"
              defaultValue={filters.until?.slice(0, 16) ?? ''}
            />
          )}
        </Labelled>
      </div>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
        <button type="submit" className="button">
          Filter
        </button>
        {Object.keys(filters).length > 0 && (
          <button type="button" className="min-h-11 underline underline-offset-4" onClick={clear}>
            Clear filters
          </button>
        )}
        <label className="flex min-h-11 items-center gap-2 text-sm">
          <input
            type="checkbox"
            checked={filters.reads === 'true'}
            onChange={({ target }) => change({ reads: target.checked ? 'true' : '' })}
          />
          With what operators only looked at
        </label>
      </div>
    </form>
  )
}

function Labelled({ text, children }: { text: string; children: (id: string) => ReactNode }) {
  const id = useId()
  return (
    <div className="grid gap-1.5">
      <label htmlFor={id} className="text-sm font-semibold">
        {text}
      </label>
      {children(id)}
    </div>
  )
}
