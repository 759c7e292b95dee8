import type { CSSProperties } from 'react'
import { Stone } from '#components/ui/stone'

const stones = [
  { name: 'File', text: 'its fingerprint' },
  { name: 'Fields', text: 'place and time, salted' },
  { name: 'Leaf', text: 'the two as one hash' },
  { name: 'Path', text: 'leaf by leaf upwards' },
  { name: 'Root', text: 'one hash for all' },
  { name: 'Chain', text: 'attested in public' },
]

/** What a proof is made of: each stone rests on the one below. */
export function HeroCairn() {
  return (
    <figure className="mx-auto w-full max-w-md">
      <ol aria-label="What a proof is made of" className="flex flex-col items-center">
        {stones.map((stone, order) => (
          <li
            key={stone.name}
            className="settles relative -mb-2.5 grid place-items-center"
            style={
              {
                '--order': stones.length - 1 - order,
                width: `${44 + order * 11.2}%`,
                marginLeft: `${[3, -4, 2, -2, 3, 0][order]}%`,
              } as CSSProperties
            }
          >
            <Stone order={order} state="set" className="w-full" />
            <span className="absolute inset-0 grid place-content-center pb-[2%] text-center leading-tight text-ink">
              <span className="text-xs font-semibold sm:text-sm">{stone.name}</span>
              {order > 1 && <span className="hidden text-xs sm:block">{stone.text}</span>}
            </span>
          </li>
        ))}
      </ol>
    </figure>
  )
}
