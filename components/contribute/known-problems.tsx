import { TextWithTimes } from '../ui/text-with-times.tsx'
import { filmChecksId } from './film-preview.tsx'

type Props = {
  /** The sentence in bold, without its full stop. */
  title: string
  /** Why it does not fit the bounty, as sentences. The checks beside the film name its other problems. */
  misfits: readonly string[]
  /** True once the button was pressed and has to be pressed again. */
  isWarned: boolean
}

/** Says beside the button that the film has known problems, and why it does not fit the bounty, and leads to its checks. */
export function KnownProblems({ title, misfits, isWarned }: Props) {
  return (
    <p role="status" className="max-w-[65ch] border-l-2 border-wait pl-4 text-sm">
      <span className="font-semibold">
        {title}
        {misfits.length > 0 ? ':' : '.'}
      </span>{' '}
      {misfits.length > 0 && <TextWithTimes text={`${misfits.join(' ')} `} />}
      <a href={`#${filmChecksId}`} className="link">
        {misfits.length > 0 ? 'See it at the film' : 'See why at the film'}
      </a>
      .{isWarned && ' It is not submitted yet.'}
    </p>
  )
}
