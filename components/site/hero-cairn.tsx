import { Cairn } from '#components/ui/cairn'

const stones = [
  { name: 'File' },
  { name: 'Fields' },
  { name: 'Leaf', text: 'file and fields, one hash' },
  { name: 'Path', text: 'hash by hash upwards' },
  { name: 'Root', text: 'one hash for the whole tree' },
  { name: 'Chain', text: 'attested where all can read it' },
]

/** What a proof is made of: each stone rests on the one below. */
export function HeroCairn() {
  return (
    <Cairn
      className="mx-auto w-full max-w-sm lg:max-w-md"
      stones={stones.map(({ name, text }, order) => ({
        state: order === 0 ? 'grown' : 'set',
        label: (
          <span className={`leading-tight ${order === 0 ? 'text-on-lichen' : 'text-ink'}`}>
            <span className="block text-xs font-semibold sm:text-sm">{name}</span>
            {text && <span className="hidden text-xs sm:block">{text}</span>}
          </span>
        ),
      }))}
    />
  )
}
