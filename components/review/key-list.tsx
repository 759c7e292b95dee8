const keys = [
  ['J', 'next film'],
  ['K', 'film before'],
  ['A', 'accept the marked film'],
  ['Space', 'play or stop all'],
  ['← →', 'half a second back or on'],
  ['?', 'this list'],
] as const

/** What the keyboard does at the desk. */
export function KeyList() {
  return (
    <dl className="mt-3 flex flex-wrap gap-x-6 gap-y-2 rounded-md bg-sunken p-4 text-sm">
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
