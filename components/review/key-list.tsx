const keys = [
  ['J', 'next film'],
  ['K', 'previous film'],
  ['A', 'accept this film'],
  ['D', 'decline this film'],
  ['Space', 'play or pause'],
  ['← →', 'half a second back or forward'],
  ['?', 'show or hide this list'],
  ['Esc', 'hide this list'],
] as const

/** Keyboard shortcuts of the review page. */
export function KeyList() {
  return (
    <dl className="mt-3 flex flex-wrap gap-x-6 gap-y-2 rounded-md border border-line bg-sunken p-4 text-sm">
      {keys.map(([key, meaning]) => (
        <div key={key} className="flex items-center gap-2">
          <dt>
            <kbd className="rounded-sm border border-edge bg-raised px-1.5 py-0.5 font-mono text-xs">
              {key}
            </kbd>
          </dt>
          <dd>{meaning}</dd>
        </div>
      ))}
    </dl>
  )
}
