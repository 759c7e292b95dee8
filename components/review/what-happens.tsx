const steps = [
  ['You pay', 'The whole amount leaves your wallet now, and waits in a contract on the chain.'],
  [
    'People film',
    'Whoever likes the price goes there. Each film is checked, and you see a short preview of it.',
  ],
  [
    'You choose',
    'Accept one, and the escrow pays its contributor. You get the film, and a 3D model made from it.',
  ],
  [
    'Or it comes back',
    'Cancel, or let the time pass: every cent returns to the wallet that paid, by itself.',
  ],
] as const

/** What a poster lets themselves in for. */
export function WhatHappens() {
  return (
    <aside aria-labelledby="what-happens" className="min-w-0 border-t border-line pt-6">
      <h2 id="what-happens" className="text-lg">
        What happens
      </h2>
      <ol className="mt-4 grid gap-4">
        {steps.map(([title, text], index) => (
          <li key={title} className="flex gap-3.5">
            <span
              aria-hidden="true"
              className="grid size-7 flex-none place-items-center rounded-full border border-edge text-xs tabular-nums"
            >
              {index + 1}
            </span>
            <div className="min-w-0">
              <p className="font-semibold">{title}</p>
              <p className="text-sm text-soft">{text}</p>
            </div>
          </li>
        ))}
      </ol>
    </aside>
  )
}
