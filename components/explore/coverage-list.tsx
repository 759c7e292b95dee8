'use client'
import { PlaceName } from '#components/place/place-name'
import type { CoverageInView } from '../map/coverage-look.ts'
import { usePlaceNames } from '../place/use-place-names.ts'
import { listedCells } from './explore-types.ts'
import { sizeOf } from './presence.ts'
import { sizeWords } from './words.ts'

type Props = {
  seen: CoverageInView
  /** The square that the map shows because it was chosen here. */
  chosen: string | undefined
  onGo: (geohash: string) => void
}

/** The squares on the map with captures, in words: the same as its lights. Choosing one shows all of it on the map. */
export function CoverageList({ seen, chosen, onGo }: Props) {
  const { cells, touches } = seen
  const listed = cells.slice(0, listedCells)
  const names = usePlaceNames(listed)
  // Sorted by name, because the free coverage has neither the number of captures nor their times. Places whose name is not loaded
  // yet are last.
  const nameOf = (geohash: string) => names.get(geohash) ?? '\uffff'
  listed.sort((a, b) => Number(nameOf(a) > nameOf(b)) - Number(nameOf(a) < nameOf(b)))
  if (cells.length === 0)
    return <p className="text-sm text-soft">No captures in this part of the map yet. Be the first to ask.</p>
  return (
    <section aria-labelledby="coverage-title" className="grid gap-2">
      <h2 id="coverage-title" className="text-base font-semibold">
        {touches ? 'Areas with captures that touch this view' : 'Areas with captures on this map'}
      </h2>
      <p className="text-sm text-soft">
        {touches
          ? 'The captures of these areas may be outside this view.'
          : 'Large areas with captures somewhere in them. The free map does not say where, how many or how old.'}
      </p>
      <ul className="-mx-1.5 grid gap-1">
        {listed.map((geohash) => (
          <li key={geohash}>
            <button
              type="button"
              // Marked at once: the map takes a moment to get there.
              aria-current={geohash === chosen || undefined}
              className="flex min-h-14 w-full items-center gap-3 rounded-md p-1.5 text-left text-sm hover:bg-sunken active:bg-sunken aria-[current=true]:bg-sunken aria-[current=true]:ring-2 aria-[current=true]:ring-edge aria-[current=true]:ring-inset"
              onClick={() => onGo(geohash)}
            >
              <AreaSign />
              <span className="min-w-0 font-medium wrap-anywhere">
                <PlaceName geohash={geohash} />
                <span className="block text-xs font-normal text-soft">{sizeWords(sizeOf(geohash))}</span>
              </span>
            </button>
          </li>
        ))}
      </ul>
      {cells.length > listedCells && (
        <p className="text-xs text-soft">
          And {(cells.length - listedCells).toLocaleString('en')} more. Zoom in to see them here.
        </p>
      )}
    </section>
  )
}

/** As the map draws an area. A map of this size would be an empty tile. */
function AreaSign() {
  return (
    <svg
      viewBox="0 0 24 24"
      aria-hidden="true"
      className="mx-1.5 size-7 flex-none text-link"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.8"
    >
      <rect x="2" y="4.5" width="20" height="15" rx="2" fill="var(--age-1)" fillOpacity="0.22" />
    </svg>
  )
}
