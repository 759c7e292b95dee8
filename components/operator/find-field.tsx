'use client'
import { type FormEvent, useId, useState } from 'react'

type Props = {
  label: string
  /** What the list is narrowed to now. */
  value: string | undefined
  onFind: (text: string) => void
  /** What is wrong with what was typed, or ''. */
  problemOf?: (text: string) => string
  /** For what is no id: read as words. */
  isProse?: boolean
  placeholder?: string
  maxLength?: number
  button?: 'Show' | 'Find capture'
}

/** One thing to look for, typed and then entered. What is typed follows the address, also by Back. */
export function FindField(props: Props) {
  return <Field key={props.value ?? ''} {...props} />
}

function Field({ label, value = '', onFind, problemOf = () => '', button = 'Show', ...look }: Props) {
  const [text, setText] = useState(value)
  const [problem, setProblem] = useState(() => problemOf(value))
  const id = useId()
  const find = (event: FormEvent) => {
    event.preventDefault()
    const wanted = text.trim()
    const wrong = problemOf(wanted)
    if (wrong === '') onFind(wanted)
    else setProblem(wrong)
  }
  return (
    <form onSubmit={find} className="grid w-full gap-1 sm:w-auto sm:grow">
      <label htmlFor={id} className="caption">
        {label}
      </label>
      <span className="flex gap-2">
        <input
          id={id}
          className={`field w-full ${look.isProse ? 'font-sans' : ''}`}
          placeholder={look.placeholder}
          maxLength={look.maxLength ?? 200}
          autoComplete="off"
          spellCheck={false}
          value={text}
          aria-describedby={`${id}-problem`}
          onChange={({ target }) => {
            setText(target.value)
            setProblem('')
          }}
        />
        <button type="submit" className="button">
          {button}
        </button>
      </span>
      <span id={`${id}-problem`} role="alert" className="text-sm text-bad empty:hidden">
        {problem}
      </span>
    </form>
  )
}
