'use client'
import { useRouter } from 'next/navigation'
import { type FormEvent, useId, useState } from 'react'

/** One field for whatever id is at hand; the page it leads to says what was found. */
export function FindAnything() {
  const router = useRouter()
  const [text, setText] = useState('')
  const id = useId()
  const find = (event: FormEvent) => {
    event.preventDefault()
    const wanted = text.trim()
    if (wanted !== '') router.push(`/operator/find?id=${encodeURIComponent(wanted)}`)
  }
  return (
    <search className="w-full sm:w-auto">
      <form onSubmit={find} className="flex gap-2">
        <label htmlFor={id} className="sr-only">
          Find by any id
        </label>
        <input
          id={id}
          className="field w-full sm:w-96"
          placeholder="Id of a request, bounty, transaction…"
          autoComplete="off"
          spellCheck={false}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        <button type="submit" className="button">
          Find
        </button>
      </form>
    </search>
  )
}
