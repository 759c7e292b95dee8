import './live-line.css'
import { Moment } from '#components/ui/moment'

/** The latest tree: the number of its records, and since when they are anchored. The manifests of models are among them, so they are not called captures. */
export type Newest = { leafCount: number; anchoredAt: string }

/** `Newest: 24 records added 5 minutes ago`, inside a `live-line`. */
export function NewestWords({ leafCount, anchoredAt }: Newest) {
  return (
    <>
      <span aria-hidden="true" className="size-2 flex-none rounded-full bg-lichen" />
      <span>
        Newest: {recordsText(leafCount)} added <Moment iso={anchoredAt} show="relative" />
      </span>
    </>
  )
}

export function recordsText(records: number): string {
  return records === 1 ? 'a record' : `${records.toLocaleString('en')} records`
}
