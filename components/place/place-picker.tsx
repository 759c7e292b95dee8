'use client'
import { useMemo, useState } from 'react'
import AreaMap from '#components/map/lazy'
import { Choice } from '#components/ui/choice'
import { viewOf } from '#lib/client/view-of'
import { centreOf, geohashAt, geohashBounds } from '#lib/domain/geohash-area'
import type { MapView } from '../map/map-types.ts'
import { PlaceField } from './place-field.tsx'
import { PlaceWords } from './place-words.tsx'

type Props = {
  styleUrl: string | undefined
  place: string | undefined
  onPlace: (place: string | undefined) => void
}

const sizes = [
  { value: '6', text: '1 km' },
  { value: '5', text: '5 km' },
  { value: '4', text: '40 km' },
  { value: '3', text: '150 km' },
] as const
const usualCharacters = 6

/** Chooses a cell: by a name, a position or a geohash, or on the map. */
export function PlacePicker({ styleUrl, place, onPlace }: Props) {
  const [characters, setCharacters] = useState<number>(place?.length ?? usualCharacters)
  const [showsMap, setShowsMap] = useState(place !== undefined)
  const [view, setView] = useState<MapView>(() => viewOf(boundsOf(place)))
  const [seen, setSeen] = useState<MapView>()
  const bounds = useMemo(() => boundsOf(place), [place])
  const cells = useMemo(
    () => (place === undefined ? [] : [{ geohash: place, ageSeconds: 0, label: `Chosen: cell ${place}` }]),
    [place],
  )
  const pick = (geohash: string) => {
    setCharacters(geohash.length)
    setView(viewOf(boundsOf(geohash)))
    onPlace(geohash)
  }
  // A size says nothing before there is something to be that large.
  const hasSize = showsMap || place !== undefined
  const resize = (count: number) => {
    setCharacters(count)
    const [now] = boundsOf(place)
    if (!now) return
    // A smaller cell is the one in the middle.
    const next = place!.length >= count ? place!.slice(0, count) : geohashAt(centreOf(now), count)
    setView(viewOf(boundsOf(next)))
    onPlace(next)
  }
  return (
    <section aria-label="Place" className="grid min-w-0 gap-4">
      <PlaceField
        id="place"
        label="Where it is"
        hint="Optional. A town, a geohash, or latitude, longitude. It is public, and shown as a cell, never as a point."
        characters={usualCharacters}
        onPick={({ geohash }) => pick(geohash)}
      />
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <p role="status" className="text-sm">
          {place === undefined ? (
            <span className="text-soft">No place chosen. Contributors find it by its words only.</span>
          ) : (
            <>
              Cell <PlaceWords geohash={place} />
            </>
          )}
        </p>
        {place !== undefined && (
          <button
            type="button"
            className="min-h-11 text-sm underline underline-offset-4"
            onClick={() => onPlace(undefined)}
          >
            Remove the place
          </button>
        )}
      </div>
      <div className="flex flex-wrap items-center gap-3">
        {hasSize && (
          <>
            <span aria-hidden="true" className="text-sm text-soft">
              Size, about
            </span>
            <Choice
              label="How large the cell is, about"
              value={String(characters)}
              options={
                sizes.some(({ value }) => value === String(characters))
                  ? sizes
                  : [...sizes, other(characters)]
              }
              onChange={(value) => resize(Number(value))}
            />
          </>
        )}
        <button
          type="button"
          className="button"
          aria-expanded={showsMap}
          onClick={() => setShowsMap(!showsMap)}
        >
          {showsMap ? 'Hide the map' : 'Choose on the map'}
        </button>
      </div>
      {showsMap && (
        <div>
          <AreaMap
            styleUrl={styleUrl}
            view={view}
            onView={setSeen}
            cells={cells}
            cover={bounds}
            selected={place}
            onPoint={(position) => onPlace(geohashAt(position, characters))}
            label="Map to choose a place on. Arrow keys move it, plus and minus zoom."
            className="h-[20rem] rounded-lg border border-line sm:h-[24rem]"
          />
          <p className="mt-2 flex flex-wrap items-center gap-x-4 text-sm text-soft">
            <span>Press the place, or move the map there.</span>
            <button
              type="button"
              className="min-h-11 text-ink underline underline-offset-4"
              onClick={() => onPlace(geohashAt(seen ?? view, characters))}
            >
              Take the middle of the map
            </button>
          </p>
        </div>
      )}
    </section>
  )
}

function boundsOf(place: string | undefined) {
  const bounds = place === undefined ? undefined : geohashBounds(place)
  return bounds ? [bounds] : []
}

/** A link may name a larger cell than we offer. */
function other(characters: number) {
  return { value: String(characters), text: characters === 2 ? '1,000 km' : '5,000 km' }
}
