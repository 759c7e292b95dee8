import type { BountyLimits } from '#lib/schemas/bounty-order'
import { limitsText } from './limits-text.ts'

const stepsOf = (range: string) => [
  [
    'You pay',
    `${range}, for someone’s trip, time and film. The whole amount goes from your wallet into escrow: a contract that can only pay a contributor or refund you.`,
  ],
  ['People film', 'Anyone can go there and film. Each film is checked, and you see a short preview.'],
  [
    'You choose',
    'Accept one film. The escrow pays its contributor; you get the film, and a 3D model if one can be made.',
  ],
  [
    'Or you are refunded',
    'Cancel, or let the deadline pass: everything goes back to your wallet, automatically.',
  ],
]

/** Explains to a poster what happens after the payment. */
export function WhatHappens({ title, limits }: { title: string; limits: BountyLimits }) {
  return (
    <section aria-labelledby="what-happens" className="@container border-t border-line pt-6">
      <h2 id="what-happens" className="text-lg">
        {title}
      </h2>
      <ol className="mt-4 grid gap-x-8 gap-y-4 @lg:grid-cols-2 @5xl:grid-cols-4">
        {stepsOf(limitsText(limits)).map(([name, text], index) => (
          <li key={name} className="flex gap-3.5">
            <span
              aria-hidden="true"
              className="grid size-7 flex-none place-items-center rounded-full border border-edge text-xs tabular-nums"
            >
              {index + 1}
            </span>
            <div className="min-w-0">
              <p className="font-semibold">{name}</p>
              <p className="text-sm text-soft">{text}</p>
            </div>
          </li>
        ))}
      </ol>
      <p className="mt-5 max-w-[65ch] text-sm text-soft">
        Before you accept a film, you see a forecast of its 3D model.{' '}
        <strong className="text-ink">
          If no model can be made, the film is yours all the same, and nothing is refunded.
        </strong>
      </p>
    </section>
  )
}
