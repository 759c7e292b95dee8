import type { ReactNode } from 'react'

/** The look of a control: an example in it is lighter than what somebody wrote, and an error gives it a red edge. */
export const fieldLook =
  'placeholder:text-soft/90 aria-invalid:border-bad aria-invalid:outline-bad aria-invalid:shadow-[inset_0_0_0_1px_var(--bad)]'

type Aria = { id: string; name: string; 'aria-describedby': string; 'aria-invalid': true | undefined }

/** A field with its label, a hint and its validation error. */
export function Field(props: {
  name: string
  label: string
  hint: string
  problem: string | undefined
  /** True in a row of fields: their controls are aligned, even if their hints have different numbers of lines. */
  isInRow?: boolean
  children: (control: Aria) => ReactNode
}) {
  const { name, label, hint, problem, isInRow = false, children } = props
  return (
    <div className={`min-w-0 ${isInRow ? 'sm:row-span-3 sm:grid sm:grid-rows-subgrid' : ''}`}>
      <div>
        <label htmlFor={name} className="block font-semibold">
          {label}
        </label>
        <p id={`${name}-hint`} className="caption">
          {hint}
        </p>
      </div>
      <div className="mt-2">
        {children({
          id: name,
          name,
          'aria-describedby': `${name}-hint ${name}-problem`,
          'aria-invalid': problem ? true : undefined,
        })}
      </div>
      <p id={`${name}-problem`} className="mt-2.5 text-sm text-bad empty:hidden">
        {problem}
      </p>
    </div>
  )
}

/** A choice of one option; the first is selected unless `first` or `value` names another. `value`: selected now, if the form decides it. */
export function Choice(props: {
  name: string
  legend: string
  options: { value: string; text: string }[]
  first?: string | undefined
  value?: string | undefined
  onChoose?: (value: string) => void
}) {
  const { name, legend, options } = props
  const chosen = Math.max(
    0,
    options.findIndex(({ value }) => value === props.first),
  )
  return (
    <fieldset>
      <legend className="font-semibold">{legend}</legend>
      <div className="mt-2 flex flex-wrap gap-x-6 gap-y-1">
        {options.map(({ value, text }, index) => (
          <label key={value} className="flex min-h-11 items-center gap-2.5">
            <input
              type="radio"
              name={name}
              value={value}
              {...(props.value === undefined
                ? { defaultChecked: index === chosen }
                : { checked: value === props.value })}
              onChange={() => props.onChoose?.(value)}
              className="size-4.5 accent-ink"
            />
            <span className="inline-block first-letter:uppercase">{text}</span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
