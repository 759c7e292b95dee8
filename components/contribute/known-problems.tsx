import { filmChecksId } from './film-preview.tsx'

type Props = {
  /** The sentence in bold, without its full stop. The checks beside the film list the problems. */
  title: string
  /** True once the button was pressed and has to be pressed again. */
  isWarned: boolean
}

/** Says beside the button that the film has known problems, and leads to them. */
export function KnownProblems({ title, isWarned }: Props) {
  return (
    <p role="status" className="max-w-[65ch] border-l-2 border-wait pl-4 text-sm">
      <span className="font-semibold">{title}.</span>{' '}
      <a href={`#${filmChecksId}`} className="link">
        See why at the film
      </a>
      .{isWarned && ' It is not submitted yet.'}
    </p>
  )
}
