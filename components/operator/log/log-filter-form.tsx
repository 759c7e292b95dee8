'use client'
import { type FormEvent, useId } from 'react'
import type { ActionPage } from '#lib/schemas/operator-action'
import { SelectFilter } from '../select-filter.tsx'
import { capitalised } from '../words.ts'
import type { LogFilters } from './use-log.ts'

type Props = {
  filters: Omit<LogFilters, 'cursor'>
  known: ActionPage['known']
  change: (changes: LogFilters) => void
}

/** What of the log is shown. What has a few values changes at once, what is typed when it is entered. */
export function LogFilterForm({ filters, known, change }: Props) {
  const id = useId()
  const apply = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const text = (name: string) => String(form.get(name) ?? '').trim()
    change({ subject_id: text('subject_id'), operator: text('operator') })
  }
  const options = (names: readonly string[]) =>
    names.map((name): [string, string] => [name, capitalised(name)])
  return (
    <form
      // What is typed follows the address, also by Back.
      key={JSON.stringify(filters)}
      onSubmit={apply}
      className="flex flex-wrap items-end gap-x-4 gap-y-3"
    >
      <SelectFilter
        label="Action"
        any="Any action"
        value={filters.action}
        options={options(known.actions)}
        onChange={(action) => change({ action })}
      />
      <SelectFilter
        label="Done to"
        any="Anything"
        value={filters.subject}
        options={options(known.subjects)}
        onChange={(subject) => change({ subject })}
      />
      <label htmlFor={`${id}-subject`} className="grid gap-1 max-sm:w-full">
        <span className="caption">Id of what it was done to</span>
        <input
          id={`${id}-subject`}
          name="subject_id"
          className="field"
          autoComplete="off"
          spellCheck={false}
          defaultValue={filters.subject_id}
        />
      </label>
      <label htmlFor={`${id}-operator`} className="grid gap-1 max-sm:w-full">
        <span className="caption">Operator’s address</span>
        <input
          id={`${id}-operator`}
          name="operator"
          className="field"
          pattern="0x[0-9a-fA-F]{40}"
          title="0x and forty hexadecimal digits"
          autoComplete="off"
          spellCheck={false}
          defaultValue={filters.operator}
        />
      </label>
      <button type="submit" className="button">
        Show
      </button>
    </form>
  )
}
