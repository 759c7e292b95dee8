import { StrictMode, useState } from 'react'
import { createRoot } from 'react-dom/client'
import AreaMap from '#components/map/area-map'
import { axisBits, cellAt, cellToGeohash } from '#lib/domain/geo/geohash'
import '../../../app/globals.css'
import type { DrawnArea } from '#lib/domain/map/map-types'
import type { DrawTool } from '../../../components/map/map-types.ts'

/** A square of cells around a place, with random ages. `?cells=10000&latitude=43.7731&longitude=11.2558&zoom=9` */
const asked = new URLSearchParams(location.search)
const number = (name: string, otherwise: number) => Number(asked.get(name) ?? otherwise)
const view = {
  latitude: number('latitude', 43.7731),
  longitude: number('longitude', 11.2558),
  zoom: number('zoom', 9),
}
const count = number('cells', 0)
const cells = squareOfCells(count)

function squareOfCells(count: number) {
  const side = Math.ceil(Math.sqrt(count))
  const middle = cellAt(view.latitude, view.longitude)
  return Array.from({ length: count }, (_, index) => {
    const row = Math.floor(index / side) - (side >> 1)
    const geohash = cellToGeohash(middle + (row << axisBits) + (index % side) - (side >> 1))
    return { geohash, ageSeconds: (index * 7919 * 9973) % 50_000_000, label: geohash }
  })
}

function Page() {
  const [tool, setTool] = useState<DrawTool>('look')
  const [area, setArea] = useState<DrawnArea>()
  const [selected, setSelected] = useState<string>()
  const coverage = asked.has('coverage')
  return (
    <div className="p-4">
      <AreaMap
        className="relative h-[calc(100dvh-2rem)] border border-line"
        label="Map"
        view={view}
        tool={tool}
        onTool={setTool}
        area={area}
        onArea={setArea}
        cells={cells}
        selected={selected}
        onSelect={setSelected}
        showsCoverage={coverage}
      />
    </div>
  )
}

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <Page />
  </StrictMode>,
)
