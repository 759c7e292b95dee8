'use client'

type Props = {
  /** Where this page begins; absent: at the beginning. */
  cursor: string | undefined
  nextCursor: string | null
  isNarrowed: boolean
  go: (cursor: string) => void
  showAll: () => void
  /** `To the newest`, `Older transactions`. */
  texts: { first: string; next: string }
}

/** On through a list, back to its beginning, and out of its filters. */
export function Pager({ cursor, nextCursor, isNarrowed, go, showAll, texts }: Props) {
  if (!cursor && nextCursor === null && !isNarrowed) return null
  return (
    <div className="mt-4 flex flex-wrap gap-3">
      {cursor && (
        <button type="button" className="button" onClick={() => go('')}>
          {texts.first}
        </button>
      )}
      {nextCursor && (
        <button type="button" className="button" onClick={() => go(nextCursor)}>
          {texts.next}
        </button>
      )}
      {isNarrowed && (
        <button type="button" className="button" onClick={showAll}>
          Show all
        </button>
      )}
    </div>
  )
}
