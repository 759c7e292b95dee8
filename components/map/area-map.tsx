'use client'
import 'maplibre-gl/dist/maplibre-gl.css'
import './area-map.css'
import { useEffect, useRef } from 'react'
import { Choice } from '#components/ui/choice'
import type { CellBounds } from '#lib/domain/geohash'
import { DrawPanel } from './draw-panel.tsx'
import { MapLegend } from './legend.tsx'
import { areaShapes, boundsShapes } from './map-data.ts'
import type { DrawTool, MapProps } from './map-types.ts'
import { PlaceSearch } from './place-search.tsx'
import { useCells } from './use-cells.ts'
import { useCoverage } from './use-coverage.ts'
import { setShapes, useOpenMap } from './use-open-map.ts'

const tools: readonly { value: DrawTool; text: string; title: string }[] = [
  { value: 'look', text: 'Move', title: 'Move the map' },
  { value: 'circle', text: 'Circle', title: 'Draw a circle' },
  { value: 'polygon', text: 'Outline', title: 'Draw an outline' },
]

/**
 * A map on which an area is chosen and cells are shown. All that it says is also said in words beside it: a page gives the same
 * cells as a table. It fills the size that `className` gives it.
 */
export function AreaMap(props: MapProps) {
  const { tool = 'look', area, cover, showsCoverage = false, hasSearch = true, className = '' } = props
  const element = useRef<HTMLDivElement>(null)
  const { map, failed } = useOpenMap(element, props)
  const label = useCells(map, { ...props, answers: tool === 'look' })
  const coverage = useCoverage(map, showsCoverage)

  useEffect(() => {
    if (map) setShapes(map, 'area', areaShapes(area))
  }, [map, area])
  useEffect(() => {
    if (map) setShapes(map, 'cover', boundsShapes(cover ?? []))
  }, [map, cover])

  // A page whose cells are of no age says so by making all of them new.
  const showsAges = props.cells?.some(({ ageSeconds }) => ageSeconds > 0) ?? false
  const go = ({ west, south, east, north }: CellBounds) =>
    map?.fitBounds([west, south, east, north], { padding: 48, maxZoom: 12.5, duration: 400 })

  if (failed) return <NoMap className={className} />
  return (
    <div className={`area-map relative isolate overflow-hidden ${className}`}>
      <div className="absolute inset-0">
        <div ref={element} data-ready="false" className="h-full" />
      </div>
      <div className="pointer-events-none absolute top-2 right-14 left-2 flex flex-col items-start gap-2">
        {props.onTool && (
          <div className="pointer-events-auto flex w-full flex-wrap gap-2">
            {hasSearch && (
              <div className="w-64 max-w-full">
                <PlaceSearch onGo={go} />
              </div>
            )}
            <Choice label="What to do on the map" value={tool} options={tools} onChange={props.onTool} />
          </div>
        )}
        {label && tool === 'look' && <p className="map-note">{label}</p>}
        {coverage && <p className="map-note">{coverage}</p>}
      </div>
      {tool === 'look' && <MapLegend showsAges={showsAges} showsCoverage={showsCoverage} />}
      {map && tool !== 'look' && (
        <DrawPanel key={tool} map={map} tool={tool} onTool={props.onTool} onArea={props.onArea} />
      )}
    </div>
  )
}

/** WebGL is off, or the machine has none. */
function NoMap({ className }: { className: string }) {
  return (
    <div className={`grid place-items-center border border-line bg-sunken p-6 ${className}`}>
      <p className="max-w-[44ch] text-sm">
        This browser cannot draw the map: it has WebGL switched off, or none. Everything else on this page
        works without it; name a place by its coordinates or its geohash.
      </p>
    </div>
  )
}
