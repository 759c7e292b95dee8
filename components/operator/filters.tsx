'use client'
import { createContext, type FormEvent, type InputHTMLAttributes, type ReactNode, use, useId } from 'react'
import { useOperator } from './use-operator.ts'

type Filters = Readonly<Partial<Record<string, string>>>
type Show = (changes: Filters) => void

const FilterContext = createContext<{ filters: Filters; show: Show }>({ filters: {}, show: () => {} })

type BarProps = {
  filters: Filters
  change: Show
  /** The button that applies what was typed. Absent: nothing is typed. */
  button?: string
  /** Converts typed text to filters, if they differ; `undefined` if it is for another page, which is then shown. */
  read?: (typed: Record<string, string>) => Filters | undefined
  children: ReactNode
}

/** The filters of a list. A choice applies at once, and typed text on Enter; both return to the first page. */
export function FilterBar({ filters, change, button, read = (typed) => typed, children }: BarProps) {
  const show: Show = (changes) => change({ ...changes, cursor: '' })
  const apply = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const typed = [...new FormData(event.currentTarget)].map(([name, text]) => [name, String(text).trim()])
    const filters = read(Object.fromEntries(typed))
    if (filters) show(filters)
  }
  return (
    <FilterContext value={{ filters, show }}>
      <form onSubmit={apply} className="flex flex-wrap items-end gap-2">
        {children}
        {button && (
          <button type="submit" className="button">
            {button}
          </button>
        )}
      </form>
    </FilterContext>
  )
}

type ChoiceProps = {
  name: string
  label: string
  /** For no choice. */
  any?: string
  options: readonly (readonly [value: string, text: string])[]
}

/** One of a few, as a chip that opens a menu. */
export function ChoiceFilter({ name, label, any = 'any', options }: ChoiceProps) {
  const { filters, show } = use(FilterContext)
  const value = filters[name] ?? ''
  const look = value === '' ? '' : 'bg-ink text-ground hover:bg-ink'
  return (
    <label className={`chip min-h-11 min-w-0 max-w-full gap-1.5 pr-2 has-focus-visible:outline-3 ${look}`}>
      <span className={value === '' ? 'text-soft' : ''}>{label}</span>
      <select
        className="field-sizing-content min-h-9 min-w-0 max-w-full cursor-pointer bg-transparent pr-1 font-semibold outline-none focus-visible:shadow-none [&>option]:bg-raised [&>option]:text-ink"
        value={value}
        onChange={({ target }) => show({ [name]: target.value })}
      >
        <option value="">{any}</option>
        {options.map(([key, text]) => (
          <option key={key} value={key}>
            {text}
          </option>
        ))}
      </select>
    </label>
  )
}

export function NetworkFilter() {
  const { networks } = useOperator()
  return (
    <ChoiceFilter
      name="network"
      label="Network"
      options={networks.map(({ network, name }) => [network, name] as const)}
    />
  )
}

/** A filter that is on or off. */
export function ToggleFilter({ name, children }: { name: string; children: string }) {
  const { filters, show } = use(FilterContext)
  const isOn = filters[name] === 'true'
  return (
    <button
      type="button"
      className="chip min-h-11"
      aria-pressed={isOn}
      onClick={() => show({ [name]: isOn ? '' : 'true' })}
    >
      {children}
    </button>
  )
}

/** Rarely used typed filters, folded unless one of them is set. */
export function MoreFilters({ names, children }: { names: readonly string[]; children: ReactNode }) {
  const { filters } = use(FilterContext)
  const isUsed = names.some((name) => filters[name])
  return (
    <details className="group open:w-full" open={isUsed}>
      <summary className="chip min-h-11 list-none group-open:mb-2">More filters</summary>
      <div className="flex flex-wrap items-end gap-2">
        {children}
        <button type="submit" className="button">
          Show
        </button>
      </div>
    </details>
  )
}

type TextProps = {
  name: string
  label: string
  /** The value shown, if it differs from the filter of this name. */
  defaultValue?: string | undefined
} & Pick<InputHTMLAttributes<HTMLInputElement>, 'type' | 'pattern' | 'title' | 'placeholder' | 'maxLength'>

/** A filter with typed text. `title` describes the format of `pattern`. */
export function TextFilter({ name, label, ...look }: TextProps) {
  const { filters } = use(FilterContext)
  const shown = look.defaultValue ?? filters[name] ?? ''
  const id = useId()
  return (
    <div className="grid min-w-0 gap-1 max-sm:w-full sm:min-w-56 sm:flex-1 sm:max-w-md">
      <label htmlFor={id} className="caption">
        {label}
      </label>
      <input
        // The field follows the address, also after Back.
        key={shown}
        {...{ id, name, maxLength: 200, autoComplete: 'off', spellCheck: false, className: 'field w-full' }}
        {...look}
        defaultValue={shown}
      />
    </div>
  )
}
