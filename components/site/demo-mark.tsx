import { isDeclaredInFlorence } from './demo-places.ts'

const demoSentence =
  'Demonstration: test chains on this machine, test money, and demo wallets that all visitors share.'
const lundSentence = 'Fourteen photographs were taken in Lund and are shown as if taken in Florence.'

type MarkProps = {
  /** Unique in the page. */
  noteId?: string
  /** How far the clock of the demonstration is ahead, as `3 hours`, if somebody has moved it. */
  clockLead?: string | undefined
}

/** The mark beside the name Cairn in sandbox mode. A press shows what it means, also before scripts have loaded. */
export function DemoMark({ noteId = 'demo-note', clockLead }: MarkProps) {
  return (
    <>
      <button
        type="button"
        popoverTarget={noteId}
        className="-ml-1 flex min-h-11 flex-none items-center px-1 text-xs"
      >
        <span className="rounded-sm border border-wait px-1.5 py-0.5 font-semibold text-wait">
          Demo
          {clockLead !== undefined && <span className="max-xl:hidden">, clock {clockLead} ahead</span>}
        </span>
      </button>
      <p
        id={noteId}
        popover="auto"
        className="panel inset-auto top-17 left-4 m-0 w-[min(22rem,100%-2rem)] border-edge bg-raised p-4 text-sm text-ink shadow-[0_1rem_3rem_rgb(0_0_0/0.45)]"
      >
        {demoSentence} {lundSentence}
        {clockLead !== undefined &&
          ` Its clock is ${clockLead} ahead, because somebody moved it to try deadlines: times on these pages count by it.`}
      </p>
    </>
  )
}

/**
 * The same on a page that people might take for evidence.
 *
 * @param sha256 of the record on the page; absent on a page about none or many
 * @param end a sentence that follows
 */
export function DemoNote({
  sha256,
  end = '',
  className = '',
}: {
  sha256?: string | undefined
  end?: string
  className?: string
}) {
  const about =
    sha256 === undefined
      ? lundSentence
      : isDeclaredInFlorence(sha256) &&
        'This photograph was taken in Lund and is shown as if taken in Florence.'
  return (
    <p className={`border-l-4 border-line pl-3 font-normal ${className}`} data-demo>
      {demoSentence} {about} {end}
    </p>
  )
}
