'use client'
import 'maplibre-gl/dist/maplibre-gl.css'
import './area-map.css'
import { type CSSProperties, useEffect, useRef } from 'react'
import { Choice } from '#components/ui/choice'
import { DrawPanel } from './draw-panel.tsx'
import { MapLegend } from './legend.tsx'
import { areaShapes, outlineShapes } from './map-data.ts'
import type { DrawTool, Inset, MapProps } from './map-types.ts'
import { useCells } from './use-cells.ts'
import { useCoverage } from './use-coverage.ts'
import { setShapes, useOpenMap } from './use-open-map.ts'
import { usePin } from './use-pin.ts'
import { usePulses } from './use-pulses.ts'

const tools: readonly { value: DrawTool; text: string; title: string }[] = [
  { value: 'look', text: 'Move', title: 'Move the map' },
  { value: 'circle', text: 'Circle', title: 'Draw a circle' },
  { value: 'polygon', text: 'Outline', title: 'Draw an outline' },
]
const noPulses: readonly string[] = []

/**
 * A map for choosing an area and showing cells. Everything on it is also on the page in words: for example, the page lists the same cells.
 * It fills the size that `className` gives it.
 */
export function AreaMap(props: MapProps) {
  const { tool = 'look', area, cover, showsCoverage = false, className = '' } = props
  const element = useRef<HTMLDivElement>(null)
  const { map, failed } = useOpenMap(element, props)
  const label = useCells(map, { ...props, answers: tool === 'look' })
  const { pulses = noPulses } = props
  const coverage = useCoverage(map, showsCoverage, props.onCoverage, pulses)
  usePulses(map, pulses)
  usePin(map, props.pin)

  useEffect(() => {
    if (map) setShapes(map, 'area', areaShapes(area))
  }, [map, area])
  useEffect(() => {
    if (map) setShapes(map, 'cover', outlineShapes(cover?.rings ?? []))
  }, [map, cover])

  // A page that shows cells without ages makes all of them new.
  const showsAges = props.cells?.some(({ ageSeconds }) => ageSeconds > 0) ?? false
  const note = tool === 'look' ? (label ?? coverage.problem) : undefined

  if (failed) return <NoMap className={className} />
  return (
    <div className={`area-map isolate overflow-hidden ${className}`} style={edges(props.inset)}>
      <div className="absolute inset-0">
        <div ref={element} data-ready="false" data-drawn="false" className="h-full" />
        <p className="map-note map-loading">Loading the map…</p>
      </div>
      <div className="pointer-events-none absolute top-3 right-3 left-3 flex flex-col items-end gap-2">
        {props.onTool && (
          <div className="pointer-events-auto">
            <Choice label="What to do on the map" value={tool} options={tools} onChange={props.onTool} />
          </div>
        )}
        {note && <p className="map-note mr-12">{note}</p>}
      </div>
      {tool === 'look' && (
        <MapLegend
          map={map}
          showsAges={showsAges}
          coverage={coverage.shown}
          coverWords={cover && cover.rings.length > 0 ? cover.words : undefined}
        />
      )}
      {map && tool !== 'look' && (
        <DrawPanel
          key={tool}
          map={map}
          tool={tool}
          onTool={props.onTool}
          onArea={props.onArea}
          price={props.price}
        />
      )}
    </div>
  )
}

/** CSS variables that place the controls on the map beside the panels. */
function edges(inset: Inset | undefined): CSSProperties | undefined {
  if (!inset) return undefined
  return { '--map-left': `${inset.left}px`, '--map-bottom': `${inset.bottom}px` } as CSSProperties
}

/** WebGL is turned off or not available. */
function NoMap({ className }: { className: string }) {
  return (
    <div className={`grid place-items-center border border-line bg-sunken p-6 ${className}`}>
      <p className="max-w-[44ch] text-sm">
        This browser cannot draw the map: WebGL is switched off or missing. Everything else on this page works
        without it. Name a place, or its coordinates.
      </p>
    </div>
  )
}
