'use client'

type Filters = Readonly<Partial<Record<string, string>>>

type Props = {
  /** By what the list is narrowed; `cursor`: where this page begins. */
  filters: Filters
  change: (changes: Filters) => void
  nextCursor: string | null
  /** `To the newest`, `Older transactions`. */
  texts: { first: string; next: string }
}

/** On through a list, back to its beginning, and out of its filters. */
export function Pager({ filters, change, nextCursor, texts }: Props) {
  const { cursor } = filters
  const showsAll = !isNarrowed(filters)
  if (!cursor && nextCursor === null && showsAll) return null
  return (
    <div className="mt-4 flex flex-wrap gap-3">
      {cursor && (
        <button type="button" className="button" onClick={() => change({ cursor: '' })}>
          {texts.first}
        </button>
      )}
      {nextCursor && (
        <button type="button" className="button" onClick={() => change({ cursor: nextCursor })}>
          {texts.next}
        </button>
      )}
      {!showsAll && (
        <button
          type="button"
          className="button"
          onClick={() => change(Object.fromEntries(Object.keys(filters).map((name) => [name, ''])))}
        >
          Show all
        </button>
      )}
    </div>
  )
}

/** Whether a list shows less than everything, wherever in it one is. */
export function isNarrowed(filters: Filters): boolean {
  return Object.entries(filters).some(([name, value]) => name !== 'cursor' && Boolean(value))
}
