import { type ReactNode, useId } from 'react'

type Props = {
  label: string
  /** A sentence below the field. */
  help?: ReactNode
  children: (ids: { id: string; 'aria-describedby': string }) => ReactNode
}

/** A labelled field of a form. */
export function Field({ label, help, children }: Props) {
  const id = useId()
  return (
    <div className="grid min-w-0 content-start gap-1">
      <label htmlFor={id} className="caption">
        {label}
      </label>
      {children({ id, 'aria-describedby': `${id}-help` })}
      <span id={`${id}-help`} className="text-sm text-soft empty:hidden">
        {help}
      </span>
    </div>
  )
}

/** A choice of one option. @param prompt for no choice yet; without it the first option is chosen */
export function Select<Value extends string>(props: {
  value: Value | ''
  prompt?: string
  options: readonly (readonly [Value, string])[]
  onChange: (value: Value) => void
  id: string
  'aria-describedby': string
}) {
  const { prompt, options, onChange, ...look } = props
  return (
    <select className="field" {...look} onChange={({ target }) => onChange(target.value as Value)}>
      {prompt && <option value="">{prompt}</option>}
      {options.map(([value, text]) => (
        <option key={value} value={value}>
          {text}
        </option>
      ))}
    </select>
  )
}
