import { Cairn } from '#components/ui/cairn'

const stones = [
  { name: 'File' },
  { name: 'Time, place' },
  { name: 'Fingerprint', text: 'of all together' },
  { name: 'Record', text: 'many in one stack' },
  { name: 'Public chain', text: 'where all can read it' },
]

/** The parts of a proof: each stone rests on the one below. */
export function ProofCairn() {
  return (
    <Cairn
      className="mx-auto w-full max-w-sm lg:max-w-md"
      stones={stones.map(({ name, text }, order) => ({
        state: order === 0 ? 'grown' : 'set',
        label: (
          <span className="leading-tight text-on-lichen">
            <span className="block text-xs font-semibold sm:text-sm">{name}</span>
            {text && <span className="hidden text-xs sm:block">{text}</span>}
          </span>
        ),
      }))}
    />
  )
}
