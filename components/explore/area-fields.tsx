'use client'
import { useEffect, useState } from 'react'
import type { Measured } from '#lib/client/measure-area'
import { defaultRadiusM, maxBoundingBoxKm2, maxRadiusM, minRadiusM } from '#lib/domain/geo/area'
import type { DrawnArea, Position } from '#lib/domain/map/map-types'
import { PasteArea } from './paste-area.tsx'
import { cellSize, km2Words, latLon } from './words.ts'

type Props = {
  area: DrawnArea | undefined
  measured: Measured | undefined
  onArea: (area: DrawnArea) => void
  /** Called with an area that was entered as text: the map moves there. */
  onFound: (area: DrawnArea) => void
}

/** The area by coordinates, as text or from a file, for those who do not draw it. */
export function AreaFields({ area, measured, onArea, onFound }: Props) {
  const [radius, setRadius] = useState(String(defaultRadiusM))
  const shownRadius = area?.type === 'circle' ? area.radiusM : undefined
  useEffect(() => {
    if (shownRadius !== undefined) setRadius(String(shownRadius))
  }, [shownRadius])
  const radiusM = Number(radius)
  const isRadius = Number.isInteger(radiusM) && radiusM >= minRadiusM && radiusM <= maxRadiusM
  const centre = area?.type === 'circle' ? area.centre : undefined

  return (
    <div className="grid gap-3">
      <div className="grid grid-cols-[minmax(0,1fr)_6.5rem] gap-3">
        <CentreField
          centre={centre}
          onCentre={(position) =>
            onFound({ type: 'circle', centre: position, radiusM: isRadius ? radiusM : defaultRadiusM })
          }
        />
        <label className="block text-sm">
          <span className="block font-semibold">Radius (m)</span>
          <input
            className="field mt-1.5 w-full"
            inputMode="numeric"
            value={radius}
            aria-invalid={!isRadius || undefined}
            aria-describedby="radius-problem"
            onChange={({ target }) => {
              setRadius(target.value)
              const next = Number(target.value)
              if (centre && Number.isInteger(next) && next >= minRadiusM && next <= maxRadiusM)
                onArea({ type: 'circle', centre, radiusM: next })
            }}
          />
        </label>
        <p id="radius-problem" className="col-span-2 text-sm text-bad empty:hidden">
          {isRadius ? '' : `Use a whole number of metres, ${minRadiusM}–5,000.`}
        </p>
      </div>
      <PasteArea area={area} radiusM={isRadius ? radiusM : defaultRadiusM} onFound={onFound} />
      {measured?.isValid && (
        <p className="text-xs text-soft">
          The area touches {measured.cells.toLocaleString('en')} {measured.cells === 1 ? 'cell' : 'cells'} of
          at most {cellSize}.
          {measured.boxKm2 !== undefined &&
            ` The box around it has ${km2Words(measured.boxKm2)} of at most ${maxBoundingBoxKm2} km².`}
        </p>
      )}
    </div>
  )
}

/** Coordinates as people type them, latitude first. They are applied when the field loses focus, or at Enter. */
function CentreField(props: { centre: Position | undefined; onCentre: (centre: Position) => void }) {
  const { centre, onCentre } = props
  const shown = centre ? latLon(centre) : ''
  const [text, setText] = useState(shown)
  const [problem, setProblem] = useState('')
  useEffect(() => {
    setText(shown)
    setProblem('')
  }, [shown])
  const take = () => {
    if (text.trim() === shown) return setProblem('')
    const read = readLatLon(text)
    setProblem(typeof read === 'string' ? read : '')
    if (typeof read !== 'string') onCentre(read)
  }
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        take()
      }}
    >
      <label className="block text-sm">
        <span className="block font-semibold">Centre (lat, lon)</span>
        <input
          className="field mt-1.5 w-full"
          placeholder="48.8584, 2.2945"
          autoComplete="off"
          value={text}
          aria-invalid={problem !== '' || undefined}
          aria-describedby="centre-problem"
          onChange={({ target }) => setText(target.value)}
          onBlur={() => text.trim() !== '' && take()}
        />
      </label>
      <p id="centre-problem" className="mt-1.5 text-sm text-bad empty:hidden">
        {problem}
      </p>
    </form>
  )
}

/** A position, or a sentence about what is wrong with the text. */
function readLatLon(text: string): Position | string {
  const [, first, second] = /^\s*(-?\d+(?:\.\d+)?)°?\s*[,;\s]\s*(-?\d+(?:\.\d+)?)°?\s*$/.exec(text) ?? []
  if (!first || !second) return 'Write two numbers: latitude, longitude.'
  const [latitude, longitude] = [Number(first), Number(second)]
  if (Math.abs(latitude) > 90)
    return Math.abs(longitude) <= 90 && Math.abs(latitude) <= 180
      ? `The latitude comes first, and is within ±90. Did you mean ${second}, ${first}?`
      : 'A latitude is within ±90 degrees.'
  if (Math.abs(longitude) > 180) return 'A longitude is within ±180 degrees.'
  return [longitude, latitude]
}
