import { Cairn } from '#components/ui/cairn'
import type { CheckStep } from './check-steps.ts'

const tones: Record<CheckStep['state'], string> = {
  set: 'text-good',
  grown: 'text-good',
  broken: 'text-bad',
  open: 'text-soft',
  busy: 'text-wait',
}

/** The checks as a stack of stones that grows with them, beside their results. */
export function CheckRows({ steps }: { steps: readonly CheckStep[] }) {
  return (
    <div className="grid grid-cols-[5.25rem_minmax(0,1fr)] @lg:grid-cols-[9.5rem_minmax(0,1fr)] items-center gap-x-4 sm:gap-x-8">
      <Cairn stones={steps} className="w-full" />
      <ol aria-label="The checks">
        {steps.map(({ name, state, result }) => (
          <li
            key={name}
            data-state={state}
            // On a phone each result stands below its name, also a short one, so that all begin at the same edge.
            className="grid min-h-10 content-center items-center gap-x-3 border-line py-1.5 text-sm not-last:border-b @md:grid-cols-[minmax(0,1fr)_auto]"
          >
            <span className="wrap-anywhere">{name}</span>
            <span
              className={`@md:max-w-[9rem] @md:text-right @xl:max-w-[14rem] ${state === 'open' ? 'text-soft' : `font-semibold ${tones[state]}`}`}
            >
              {state === 'broken' && <span aria-hidden="true">✕ </span>}
              {result}
            </span>
          </li>
        ))}
      </ol>
    </div>
  )
}
