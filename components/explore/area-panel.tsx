'use client'
import { type ReactNode, useEffect, useState } from 'react'
import type { Measured } from '#lib/client/measure-area'
import { defaultRadiusM, maxBoundingBoxKm2, maxRadiusM, minRadiusM } from '#lib/domain/area'
import type { DrawnArea, DrawTool, Position } from '../map/map-types.ts'
import { bringIntoSight } from './bring-into-sight.ts'
import { PasteArea } from './paste-area.tsx'
import { areaWords, km2Words, latLon } from './words.ts'

type Props = {
  area: DrawnArea | undefined
  measured: Measured | undefined
  tool: DrawTool
  onTool: (tool: DrawTool) => void
  onArea: (area: DrawnArea | undefined) => void
  /** An area that came as text: the map is led there. */
  onFound: (area: DrawnArea) => void
}

/** What area is asked for: drawn, typed or pasted; how large it is, and what is wrong with it. */
export function AreaPanel({ area, measured, tool, onTool, onArea, onFound }: Props) {
  const [radius, setRadius] = useState(String(defaultRadiusM))
  const shownRadius = area?.type === 'circle' ? area.radiusM : undefined
  useEffect(() => {
    if (shownRadius !== undefined) setRadius(String(shownRadius))
  }, [shownRadius])
  const radiusM = Number(radius)
  const isRadius = Number.isInteger(radiusM) && radiusM >= minRadiusM && radiusM <= maxRadiusM
  const centre = area?.type === 'circle' ? area.centre : undefined

  return (
    <section aria-labelledby="area-title" className="grid gap-4">
      <h2 id="area-title" className="text-lg">
        Area
      </h2>
      <div className="flex flex-wrap gap-2">
        <DrawButton isOn={tool === 'circle'} onPress={() => onTool(tool === 'circle' ? 'look' : 'circle')}>
          Draw a circle
        </DrawButton>
        <DrawButton isOn={tool === 'polygon'} onPress={() => onTool(tool === 'polygon' ? 'look' : 'polygon')}>
          Draw an outline
        </DrawButton>
      </div>
      <div className="grid grid-cols-[minmax(0,1fr)_7.5rem] gap-3">
        <CentreField
          centre={centre}
          onCentre={(position) =>
            onFound({ type: 'circle', centre: position, radiusM: isRadius ? radiusM : defaultRadiusM })
          }
        />
        <label className="block text-sm">
          <span className="block font-semibold">Radius, m</span>
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
          {isRadius ? '' : `The radius is a whole number of metres, ${minRadiusM} to 5,000.`}
        </p>
      </div>
      <PasteArea area={area} radiusM={isRadius ? radiusM : defaultRadiusM} onFound={onFound} />
      <Summary area={area} measured={measured} onClear={() => onArea(undefined)} />
    </section>
  )
}

function DrawButton({
  isOn,
  onPress,
  children,
}: {
  isOn: boolean
  onPress: () => void
  children: ReactNode
}) {
  return (
    <button
      type="button"
      className={`button ${isOn ? 'button-main' : ''}`}
      aria-pressed={isOn}
      onClick={() => {
        onPress()
        // On a small screen the map is above, out of sight.
        if (!isOn) bringIntoSight('#explore-map')
      }}
    >
      {children}
    </button>
  )
}

/** Coordinates typed as people write them, latitude first. They count when the field is left, or at Enter. */
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
        <span className="block font-semibold">Centre: lat, lon</span>
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

/** A position, or what is wrong with the text. */
function readLatLon(text: string): Position | string {
  const [, first, second] = /^\s*(-?\d+(?:\.\d+)?)°?\s*[,;\s]\s*(-?\d+(?:\.\d+)?)°?\s*$/.exec(text) ?? []
  if (!first || !second) return 'Write two numbers in degrees: latitude, longitude.'
  const [latitude, longitude] = [Number(first), Number(second)]
  if (Math.abs(latitude) > 90)
    return Math.abs(longitude) <= 90 && Math.abs(latitude) <= 180
      ? `The latitude comes first, and is within ±90. Did you mean ${second}, ${first}?`
      : 'A latitude is within ±90 degrees.'
  if (Math.abs(longitude) > 180) return 'A longitude is within ±180 degrees.'
  return [longitude, latitude]
}

function Summary(props: {
  area: DrawnArea | undefined
  measured: Measured | undefined
  onClear: () => void
}) {
  const { area, measured, onClear } = props
  if (!area || !measured)
    return <p className="text-sm text-soft">No area yet. Draw one, name a centre, or paste one.</p>
  return (
    <div className="border-t border-line pt-3 text-sm">
      <p className="flex items-start justify-between gap-3">
        <span className="min-w-0 font-semibold [overflow-wrap:anywhere]">{areaWords(area)}</span>
        <button
          type="button"
          className="flex-none underline underline-offset-4 hover:text-soft"
          onClick={onClear}
        >
          Clear
        </button>
      </p>
      <p role="status" className={measured.isValid ? 'text-soft' : 'text-bad'} data-area={measured.isValid}>
        {measured.isValid
          ? `${km2Words(measured.km2)}, touching ${measured.cells.toLocaleString('en')} ${measured.cells === 1 ? 'cell' : 'cells'} of 1.2 × 0.6 km at most.${
              measured.boxKm2 === undefined
                ? ''
                : ` Its box has ${km2Words(measured.boxKm2)} of at most ${maxBoundingBoxKm2} km².`
            }`
          : `${measured.problem} Nothing was asked, and nothing paid.`}
      </p>
    </div>
  )
}
