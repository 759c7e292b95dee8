import { Cairn } from '#components/ui/cairn'
import type { ProofStep } from '#lib/schemas/reference/pictures'

/** A proof as a stack of stones: each stone rests on the one below, the file at the bottom. The list beside it says the same in words. */
export function ProofPicture({ steps }: { steps: readonly ProofStep[] }) {
  const fromTop = steps.toReversed()
  return (
    <figure className="my-8 grid items-center gap-x-10 gap-y-6 rounded-lg bg-sunken p-6 sm:grid-cols-[10rem_minmax(0,1fr)] sm:p-8">
      <Cairn
        className="mx-auto w-40"
        stones={fromTop.map((_, index) => ({ state: index === 0 ? 'grown' : 'set' }))}
      />
      <figcaption>
        <ol className="flex flex-col-reverse gap-3 text-sm">
          {steps.map(({ title, text }, index) => (
            <li key={title} className="flex gap-3">
              <span aria-hidden="true" className="w-4 flex-none text-right text-soft tabular-nums">
                {index + 1}
              </span>
              <span>
                <strong className="font-semibold">{title}</strong> {text}
              </span>
            </li>
          ))}
        </ol>
      </figcaption>
    </figure>
  )
}
