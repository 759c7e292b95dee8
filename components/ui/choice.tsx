'use client'
import { Toggle } from '@base-ui/react/toggle'
import { ToggleGroup } from '@base-ui/react/toggle-group'
import type { ReactNode } from 'react'

type Props<Value extends string> = {
  label: string
  value: Value
  options: readonly { value: Value; text: ReactNode; title?: string }[]
  onChange: (value: Value) => void
  /** Separate pills instead of one bar: for options that need several lines on a phone. */
  isLoose?: boolean
}

/** A choice of one option, with all options visible. Arrow keys move between them. */
export function Choice<Value extends string>(props: Props<Value>) {
  const { label, value, options, onChange, isLoose = false } = props
  return (
    <ToggleGroup
      aria-label={label}
      value={[value]}
      // Pressing the selected option again leaves it selected.
      onValueChange={([chosen]) => chosen && onChange(chosen as Value)}
      className={
        isLoose
          ? 'flex flex-wrap gap-2'
          : 'inline-flex flex-wrap gap-1 rounded-[1.7rem] border border-line bg-sunken p-1'
      }
    >
      {options.map((option) => (
        <Toggle
          key={option.value}
          value={option.value}
          aria-label={option.title}
          title={option.title}
          className={`inline-flex min-h-9 pointer-coarse:min-h-11 items-center gap-2 rounded-full px-3 text-sm text-soft hover:text-ink sm:px-3.5 data-pressed:text-ink ${isLoose ? 'border border-edge data-pressed:border-ink data-pressed:bg-sunken' : 'data-pressed:bg-raised data-pressed:shadow-[0_0_0_1px_var(--edge)]'}`}
        >
          {option.text}
        </Toggle>
      ))}
    </ToggleGroup>
  )
}
