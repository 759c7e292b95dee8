'use client'
import { useOperator } from './use-operator.ts'

type Props = {
  label: string
  value: string | undefined
  /** Of no choice: `Any state`. */
  any: string
  options: readonly (readonly [value: string, text: string])[]
  onChange: (value: string) => void
}

/** One choice among a few by which a list is narrowed. */
export function SelectFilter({ label, value = '', any, options, onChange }: Props) {
  return (
    <label className="grid gap-1 max-sm:grow">
      <span className="caption">{label}</span>
      <select className="field font-sans" value={value} onChange={({ target }) => onChange(target.value)}>
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

/** One thing that a list is narrowed to, or widened by. */
export function CheckFilter(props: {
  isChecked: boolean
  onChange: (isChecked: boolean) => void
  children: string
}) {
  const { isChecked, onChange, children } = props
  return (
    <label className="flex min-h-11 items-center gap-2.5 text-sm">
      <input
        type="checkbox"
        className="size-5 flex-none accent-(--ink)"
        checked={isChecked}
        onChange={({ target }) => onChange(target.checked)}
      />
      {children}
    </label>
  )
}

export function NetworkFilter({ value, onChange }: Pick<Props, 'value' | 'onChange'>) {
  const { networks } = useOperator()
  return (
    <SelectFilter
      label="Network"
      value={value}
      any="Any network"
      options={networks.map(({ network, name }) => [network, name] as const)}
      onChange={onChange}
    />
  )
}
