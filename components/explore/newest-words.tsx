import './live-line.css'
import { Moment } from '#components/ui/moment'

/** The latest tree: the number of its captures, and since when they are anchored. */
export type Newest = { leafCount: number; anchoredAt: string }

/** `Newest: 24 captures anchored 5 minutes ago`, inside a `live-line`. */
export function NewestWords({ leafCount, anchoredAt }: Newest) {
  return (
    <>
      <span aria-hidden="true" className="size-2 flex-none rounded-full bg-lichen" />
      <span>
        Newest: {capturesText(leafCount)} anchored <Moment iso={anchoredAt} show="relative" />
      </span>
    </>
  )
}

export function capturesText(captures: number): string {
  return captures === 1 ? 'a capture' : `${captures.toLocaleString('en')} captures`
}
