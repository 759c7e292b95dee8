'use client'
import { type Ref, useEffect, useRef, useState } from 'react'
import AreaMap from '#components/map/lazy'
import { CellMap } from '#components/place/cell-map'
import { PlaceBox } from '#components/place/place-box'
import { PlaceName } from '#components/place/place-name'
import { geohashAt } from '#lib/domain/geo/geohash-area'
import type { MapView } from '#lib/domain/map/map-types'
import { type ChosenPlace, hasStreetsAt, type StreetMap, viewAround } from '../place/chosen-place.ts'
import { placeCharacters } from './read-place-and-time.ts'

type Props = {
  bountyPlace: string | null
  map: StreetMap
  place: string | undefined
  problem: string | undefined
  onPlace: (place: string | undefined) => void
  onType: () => void
}

/** The place of a film: that of the bounty, the current position, or a town and then a press on its map. */
export function FilmPlace({ bountyPlace, map, place, problem, onPlace, onType }: Props) {
  const input = useRef<HTMLInputElement>(null)
  const mapPart = useRef<HTMLDivElement>(null)
  const [around, setAround] = useState<ChosenPlace>()
  const [said, setSaid] = useState('')
  /** A change of this number renders a new, empty field. */
  const [field, setField] = useState(0)
  useEffect(() => {
    // Once there is a map, the place is chosen on it.
    if (problem !== undefined) (mapPart.current ?? input.current)?.focus()
  }, [problem])
  /** A town is larger than a cell, so its map is shown to press the exact place. */
  const pick = (geohash: string, spot = geohash) => {
    const isExact = geohash.length === placeCharacters
    setAround(isExact ? undefined : { place: geohash, spot })
    onPlace(isExact ? geohash : undefined)
    setSaid('')
  }
  const pickElsewhere = (geohash: string) => {
    setField(field + 1)
    pick(geohash)
  }
  const locate = () => {
    setSaid('Waiting for your device’s location…')
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => pickElsewhere(geohashAt(coords, placeCharacters)),
      () => setSaid('Your device did not share its location. Type the place instead.'),
      { timeout: 20_000, maximumAge: 60_000 },
    )
  }
  return (
    <div className="min-w-0">
      <label htmlFor="place" className="block font-semibold">
        Place
      </label>
      <p id="place-hint" className="caption">
        A town, and then the place in it on the map. Or latitude and longitude.
      </p>
      <PlaceBox
        key={field}
        characters={placeCharacters}
        onPick={({ geohash, spot }) => pick(geohash, spot)}
        input={{
          ref: input,
          id: 'place',
          name: 'place',
          className: 'field mt-2 w-full',
          'aria-describedby': 'place-hint place-problem',
          'aria-invalid': problem !== undefined || undefined,
          // The typed text replaces the place that was chosen before.
          onInput: () => {
            onType()
            setAround(undefined)
            if (place !== undefined) onPlace(undefined)
          },
        }}
      />
      <p id="place-problem" className="mt-2.5 text-sm text-bad empty:hidden">
        {problem !== undefined && around
          ? 'A town is too large. Choose where in it you filmed, on the map below.'
          : (problem ?? '')}
      </p>
      <div className="mt-3 flex flex-wrap gap-2">
        {bountyPlace && (
          <button type="button" className="chip" onClick={() => pickElsewhere(bountyPlace)}>
            At the bounty’s place
          </button>
        )}
        <button type="button" className="chip" onClick={locate}>
          Where I am now
        </button>
      </div>
      <p role="status" className="mt-2 text-sm text-soft empty:hidden">
        {said}
      </p>
      {around !== undefined && (
        <PlaceOnMap
          key={around.spot}
          ref={mapPart}
          around={around}
          place={place}
          map={map}
          onPlace={onPlace}
        />
      )}
      {place !== undefined && (
        <div className="mt-4 flex flex-wrap items-center gap-4">
          {around === undefined && (
            <div className="h-28 w-44 flex-none overflow-hidden rounded-md border border-line">
              <CellMap geohash={place} className="size-full object-cover" />
            </div>
          )}
          <p className="text-sm">
            <PlaceName geohash={place} className="font-semibold" />
            <button
              type="button"
              className="link mt-1 block min-h-9 pointer-coarse:min-h-11"
              onClick={() => {
                setAround(undefined)
                setField(field + 1)
                onPlace(undefined)
              }}
            >
              Remove the place
            </button>
          </p>
        </div>
      )}
    </div>
  )
}

function PlaceOnMap(props: {
  around: ChosenPlace
  place: string | undefined
  map: StreetMap
  onPlace: (place: string) => void
  ref: Ref<HTMLDivElement>
}) {
  const { around, place, map, onPlace, ref } = props
  const [view] = useState<MapView>(() => viewAround(around, map))
  const [seen, setSeen] = useState<MapView>(view)
  const cells =
    place === undefined ? [] : [{ geohash: place, ageSeconds: 0, label: 'The place of your film' }]
  return (
    <div ref={ref} tabIndex={-1} className="mt-4">
      <p role="status" className="text-sm font-semibold">
        {place === undefined ? 'Choose the place on the map where you filmed.' : 'Place chosen.'}
      </p>
      {!hasStreetsAt(around, map) && (
        <p className="text-sm text-soft">
          The map has no streets here. For an exact place, type its latitude and longitude above.
        </p>
      )}
      <AreaMap
        styleUrl={map.styleUrl}
        view={view}
        onView={setSeen}
        cells={cells}
        selected={place}
        onPoint={(position) => onPlace(geohashAt(position, placeCharacters))}
        label="Map to choose the place of your film on. Arrow keys move it, plus and minus zoom."
        className="mt-2 h-72 overflow-hidden rounded-md border border-line"
      />
      <button
        type="button"
        className="link mt-1 min-h-11 text-sm"
        onClick={() => onPlace(geohashAt(seen, placeCharacters))}
      >
        Use map centre
      </button>
    </div>
  )
}
