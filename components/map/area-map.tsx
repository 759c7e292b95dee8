'use client'
import 'maplibre-gl/dist/maplibre-gl.css'
import './area-map.css'
import { type CSSProperties, useEffect, useEffectEvent, useRef } from 'react'
import { DrawPanel } from './draw-panel.tsx'
import { MapLegend } from './legend.tsx'
import { areaShapes, outlineShapes } from './map-data.ts'
import { MapRemark } from './map-remark.tsx'
import type { Inset, MapProps } from './map-types.ts'
import { useCells } from './use-cells.ts'
import { useCoverage } from './use-coverage.ts'
import { setShapes, useOpenMap } from './use-open-map.ts'
import { usePin } from './use-pin.ts'
import { usePulses } from './use-pulses.ts'

const noPulses: readonly string[] = []

/**
 * A map for choosing an area and showing cells. Everything on it is also on the page in words: for example, the page lists the same cells.
 * It fills the size that `className` gives it.
 */
export default function AreaMap(props: MapProps) {
  const { tool = 'look', area, cover, showsCoverage = false, className = '' } = props
  const element = useRef<HTMLDivElement>(null)
  const { map, failedTiles, failed } = useOpenMap(element, props)
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
  const ages = props.cells?.map(({ ageSeconds }) => ageSeconds) ?? []
  // While the map is loading, there is nothing that a label could belong to.
  const note = map && tool === 'look' ? (label ?? coverage.problem) : undefined

  const tellFailure = useEffectEvent(() => props.onFail?.())
  useEffect(() => {
    if (failed) tellFailure()
  }, [failed])

  if (failed) return <NoMap className={className} />
  return (
    <div
      data-tools={props.onTool !== undefined}
      className={`area-map isolate overflow-hidden ${className}`}
      style={edges(props.inset)}
    >
      <div className="absolute inset-0">
        <div ref={element} data-ready="false" data-drawn="false" className="h-full" />
        <p className="map-note map-loading">Loading the map…</p>
      </div>
      {note && (
        <p
          className={`map-note pointer-events-none absolute right-15 ml-3 ${props.onTool ? 'top-17 pointer-coarse:top-19' : 'top-3'}`}
        >
          {note}
        </p>
      )}
      {tool === 'look' && (
        <MapLegend
          map={map}
          ages={ages.some((age) => age > 0) ? ages : []}
          coverage={coverage.shown}
          coverWords={cover && cover.rings.length > 0 && cover.words !== '' ? cover.words : undefined}
        />
      )}
      {/* Mounted while drawing too, so that the streets still follow the view. */}
      <div hidden={tool !== 'look'}>
        <MapRemark map={map} failedTiles={failedTiles} />
      </div>
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
