'use client'
import { useState } from 'react'
import { PlaceField } from '#components/place/place-field'
import { nearCharacters } from '#lib/client/board-url'
import { geohashAt } from '#lib/domain/geohash-area'

type Props = { near: string | undefined; onNear: (near: string | undefined) => void }

/** Says where the reader is: by the device when they press for it, or typed. Only a cell of five kilometres leaves here. */
export function NearMe({ near, onNear }: Props) {
  const [said, setSaid] = useState('')
  const locate = () => {
    setSaid('Asking your device…')
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => {
        setSaid('')
        onNear(geohashAt(coords, nearCharacters))
      },
      () => setSaid('Your device did not tell where it is. Type a town instead.'),
      { timeout: 20_000, maximumAge: 300_000 },
    )
  }
  return (
    <div className="min-w-0">
      <PlaceField
        label="Near where"
        hint="A town, a geohash, or latitude, longitude"
        placeholder={near === undefined ? 'Berlin' : `Now near ${near}`}
        characters={nearCharacters}
        onPick={({ geohash }) => {
          setSaid('')
          onNear(geohash)
        }}
      />
      <p className="mt-1 flex flex-wrap items-center gap-x-4 text-sm">
        <button type="button" className="min-h-11 underline underline-offset-4" onClick={locate}>
          Use where I am
        </button>
        {near !== undefined && (
          <button
            type="button"
            className="min-h-11 underline underline-offset-4"
            onClick={() => onNear(undefined)}
          >
            Not near {near} any more
          </button>
        )}
      </p>
      <p role="status" className="text-sm text-soft empty:hidden">
        {said}
      </p>
    </div>
  )
}
