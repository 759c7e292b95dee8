'use client'
import { useRouter } from 'next/navigation'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { findEntries, type SearchEntry } from '#lib/schemas/reference/search'

const most = 8
const indexPath = '/docs/search.json'

/** Finds pages and headings as one types. The index is fetched when the field is first used. */
export function DocsSearch() {
  const [question, setQuestion] = useState('')
  const [entries, setEntries] = useState<readonly SearchEntry[]>()
  const [hasFailed, setHasFailed] = useState(false)
  const [chosen, setChosen] = useState(0)
  const field = useRef<HTMLInputElement>(null)
  const listId = useId()
  const router = useRouter()
  const found = entries ? findEntries(entries, question, most) : []
  const isOpen = question.trim() !== ''

  useEffect(() => {
    const focus = (event: globalThis.KeyboardEvent) => {
      const isTyping =
        event.target instanceof HTMLElement &&
        event.target.closest('input, textarea, select, [contenteditable]')
      if (event.key !== '/' || isTyping || event.metaKey || event.ctrlKey || event.altKey) return
      event.preventDefault()
      field.current?.focus()
    }
    document.addEventListener('keydown', focus)
    return () => document.removeEventListener('keydown', focus)
  }, [])

  const load = () => {
    if (entries) return
    setHasFailed(false)
    fetch(indexPath)
      .then((answer) => (answer.ok ? answer.json() : Promise.reject(new Error(String(answer.status)))))
      .then(setEntries, () => setHasFailed(true))
  }
  const open = (entry: SearchEntry | undefined) => {
    if (!entry) return
    setQuestion('')
    router.push(entry.href)
  }
  const press = (event: KeyboardEvent) => {
    if (event.key === 'Escape') return setQuestion('')
    if (event.key === 'Enter') return open(found[chosen])
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step === 0 || found.length === 0) return
    event.preventDefault()
    setChosen((chosen + step + found.length) % found.length)
  }
  return (
    <search className="relative block">
      <label className="block text-xs text-soft" htmlFor={`${listId}-field`}>
        Search the docs <span className="max-lg:hidden">(press /)</span>
      </label>
      <input
        ref={field}
        id={`${listId}-field`}
        type="search"
        role="combobox"
        autoComplete="off"
        spellCheck={false}
        aria-expanded={isOpen && found.length > 0}
        aria-controls={listId}
        aria-activedescendant={isOpen && found[chosen] ? `${listId}-${chosen}` : undefined}
        className="field mt-1 w-full font-sans!"
        value={question}
        onFocus={load}
        onChange={(event) => {
          setQuestion(event.target.value)
          setChosen(0)
          load()
        }}
        onKeyDown={press}
      />
      <div
        className={`z-10 mt-1 rounded-md border border-edge bg-raised p-1 ${isOpen ? 'max-lg:absolute max-lg:inset-x-0 max-lg:shadow-lg' : 'hidden'}`}
      >
        <div id={listId} role="listbox" aria-label="Found" hidden={found.length === 0}>
          {found.map((entry, place) => (
            // biome-ignore lint/a11y/useFocusableInteractive: the field keeps the focus and names the chosen one
            // biome-ignore lint/a11y/useKeyWithClickEvents: keys go to the field
            <div
              key={entry.href}
              id={`${listId}-${place}`}
              role="option"
              aria-selected={place === chosen}
              onClick={() => open(entry)}
              className="cursor-pointer rounded-sm px-3 py-2 text-sm hover:bg-sunken aria-selected:bg-sunken"
            >
              {entry.title}
              {entry.page && <span className="block text-xs text-soft">{entry.page}</span>}
            </div>
          ))}
        </div>
        <p role="status" className="px-3 py-2 text-sm text-soft empty:hidden">
          {!isOpen
            ? ''
            : hasFailed
              ? 'The index could not be loaded. Type on to try again.'
              : !entries
                ? 'Loading…'
                : found.length === 0
                  ? 'Nothing here by these words.'
                  : ''}
        </p>
      </div>
    </search>
  )
}
