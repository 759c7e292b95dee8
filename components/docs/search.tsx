'use client'
import { useRouter } from 'next/navigation'
import { type KeyboardEvent, useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import type { Search, SearchEntry, SearchHit } from '#lib/schemas/reference/search'

const most = 8
const indexPath = '/docs/search.json'

/** Finds pages and headings while the reader types. The index and the code that searches it are fetched when the field is first used. */
export function DocsSearch() {
  const [question, setQuestion] = useState('')
  const [find, setFind] = useState<Search>()
  const [hasFailed, setHasFailed] = useState(false)
  const [chosen, setChosen] = useState(0)
  const isLoading = useRef(false)
  const field = useRef<HTMLInputElement>(null)
  const listId = useId()
  const router = useRouter()
  const { hits: found, hasAllWords } = find?.(question, most) ?? { hits: [], hasAllWords: true }
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
    if (find || isLoading.current) return
    isLoading.current = true
    setHasFailed(false)
    loadSearch()
      .then(
        (loaded) => setFind(() => loaded),
        () => setHasFailed(true),
      )
      .finally(() => {
        isLoading.current = false
      })
  }
  // On a slow connection the reader may type before this script runs.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the first time, since later changes are events
  useLayoutEffect(() => {
    const { value = '' } = field.current ?? {}
    if (value === '') return
    setQuestion(value)
    load()
  }, [])
  useEffect(() => {
    document.getElementById(`${listId}-${chosen}`)?.scrollIntoView({ block: 'nearest' })
  }, [chosen, listId])
  const open = (hit: SearchHit | undefined) => {
    if (!hit) return
    setQuestion('')
    router.push(hit.href)
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
        <div
          id={listId}
          role="listbox"
          aria-label="Found"
          hidden={found.length === 0}
          className="max-h-[min(26rem,60dvh)] overflow-y-auto overscroll-contain"
        >
          {found.map((hit, place) => (
            // biome-ignore lint/a11y/useFocusableInteractive: the field keeps the focus and names the chosen one
            // biome-ignore lint/a11y/useKeyWithClickEvents: keys go to the field
            <div
              key={hit.href}
              id={`${listId}-${place}`}
              role="option"
              aria-selected={place === chosen}
              onClick={() => open(hit)}
              className="cursor-pointer rounded-sm px-3 py-2 text-sm -outline-offset-2 outline-ink hover:bg-sunken aria-selected:bg-sunken aria-selected:outline-2"
            >
              {hit.title}
              {hit.page && <span className="block text-xs text-soft">{hit.page}</span>}
              {hit.line && <span className="block text-xs text-soft wrap-anywhere">{hit.line}</span>}
            </div>
          ))}
        </div>
        <p role="status" className="px-3 py-2 text-sm text-soft empty:hidden">
          {!isOpen
            ? ''
            : hasFailed
              ? 'The index could not be loaded. Type on to try again.'
              : !find
                ? 'Loading…'
                : found.length === 0
                  ? 'Nothing here by these words.'
                  : hasAllWords
                    ? ''
                    : 'No entry has all of these words. These have some of them.'}
        </p>
      </div>
    </search>
  )
}

async function loadSearch(): Promise<Search> {
  const [entries, { openSearch }] = await Promise.all([
    loadEntries(),
    import('#lib/schemas/reference/search'),
  ])
  return openSearch(entries)
}

async function loadEntries(): Promise<SearchEntry[]> {
  const answer = await fetch(indexPath)
  if (!answer.ok) throw new Error(String(answer.status))
  return answer.json()
}
