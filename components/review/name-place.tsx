import { nameToAdd, withPlaceName } from './place-name-words.ts'

type Props = {
  /** The name by which the area was found. */
  name: string | undefined
  title: string
  brief: string
  onBrief: (brief: string) => void
}

/** Offers to write the name of the chosen place into the instructions. Only a press does: the poster has written a title without it, and a name can be more exact than its area. */
export function NamePlace({ name, title, brief, onBrief }: Props) {
  const added = nameToAdd(name, `${title}\n${brief}`)
  if (added === undefined) return null
  return (
    <p className="border-l-2 border-line pl-4 text-sm text-soft">
      Contributors see only the area above: neither title nor instructions name {added}.{' '}
      <button
        type="button"
        className="min-h-9 text-left underline underline-offset-4 hover:text-ink pointer-coarse:min-h-11"
        onClick={() => onBrief(withPlaceName(brief, added))}
      >
        Add its name to the instructions
      </button>
      , which everyone can read.
    </p>
  )
}
