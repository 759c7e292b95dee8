import type { ReactNode } from 'react'
import { StepMark, type StepState } from '#components/ui/step-mark'

export type FactMark = StepState | 'careful' | 'noted'

/** One fact: a symbol, a few words, and their source. */
export function FilmFact(props: { is: FactMark; title: ReactNode; children: ReactNode; map?: ReactNode }) {
  const { is, title, children, map } = props
  return (
    <li data-fact={is} className={map ? besideMap : undefined}>
      {map}
      <div className={`flex min-w-0 gap-3.5 ${lowGap}`}>
        <FactSign is={is} />
        <div className={`min-w-0 ${lowText}`}>
          <p className={`font-semibold ${lowLine} ${lowEnd}`}>{title}</p>
          <div className={`text-sm text-soft ${lowLine}`}>{children}</div>
        </div>
      </div>
    </li>
  )
}

/** What a misfit means, beside its fact. It is said once, with the place if that does not fit, and short where all facts have to be in sight. */
export function RecordNotSold({ misfit }: { misfit: keyof typeof misfits }) {
  return (
    <>
      Nobody can buy its record<span className={inHigh}>: {misfits[misfit]}</span>.{' '}
    </>
  )
}

const misfits = {
  place: 'it names another place than your area',
  before_order: 'its time is before your order',
  contradictory: 'its time cannot be right',
}

/** The map stands right of the words, so that all symbols are in one column, and above them where there is room. In a low window it is hidden. */
const besideMap =
  'grid gap-4 sm:grid-cols-[minmax(0,3fr)_minmax(0,2fr)] sm:items-center sm:*:first:order-last lg:[@media(height>=68rem)]:grid-cols-1 lg:[@media(height>=68rem)]:*:first:order-first lg:short-window:grid-cols-1 lg:short-window:*:first:hidden'

/** In a low window, title and words share their lines, so that all facts are in sight. */
const lowLine =
  'lg:short-window:mr-1.5 lg:short-window:inline lg:short-window:leading-snug lg:short-window:[&>p]:mr-1.5 lg:short-window:[&>p]:inline'
/** Ends words that have a line of their own in a higher window. */
export const lowEnd = 'lg:short-window:after:content-["."]'
/** Only in a high window. */
export const inHigh = 'lg:short-window:hidden'
const lowText = 'lg:short-window:text-sm lg:short-window:leading-snug'
const lowGap = 'lg:short-window:gap-3'

export function FactSign({ is }: { is: FactMark }) {
  return is === 'careful' || is === 'noted' ? <Sign is={is} /> : <StepMark is={is} />
}

/** A warning has an exclamation mark, and an unverified statement has a dot. */
function Sign({ is }: { is: 'careful' | 'noted' }) {
  return (
    <svg
      viewBox="0 0 24 24"
      aria-hidden="true"
      className={`mt-0.5 size-5 flex-none ${is === 'careful' ? 'text-wait' : 'text-none'}`}
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      strokeLinecap="round"
    >
      <circle cx="12" cy="12" r="10" strokeWidth="1.5" />
      <path
        d={is === 'careful' ? 'M12 7v6M12 16.6v.1' : 'M12 12v.1'}
        strokeWidth={is === 'careful' ? 2 : 4}
      />
    </svg>
  )
}
