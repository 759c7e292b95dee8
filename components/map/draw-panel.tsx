'use client'
import type { Map as MapLibre } from 'maplibre-gl'
import { measureSize } from '#lib/client/measure-area'
import type { DrawnArea } from '#lib/domain/map/map-types'
import { km2Words } from '../explore/words.ts'
import { canClose, instruct, type Sketch } from './drawing.ts'
import type { MapProps } from './map-types.ts'
import { useDrawing } from './use-drawing.ts'

type Props = Pick<MapProps, 'onTool' | 'onArea' | 'price'> & { map: MapLibre; tool: Sketch['tool'] }

/** Up to this zoom, even the largest circle is hardly visible. */
const farZoom = 8.5

/** Describes the drawing in words and allows drawing without a pointer: each point can be set at the centre of the map. */
export function DrawPanel({ map, tool, onTool, onArea, price }: Props) {
  const drawing = useDrawing(map, tool, { onTool, onArea })
  const { sketch, area } = drawing
  const begun = sketch.corners.length > 0
  const isFar = !begun && map.getZoom() < farZoom
  const { words, problem } = sizeOf(area, price)
  return (
    <>
      {drawing.aimsAtMiddle && <Crosshair map={map} />}
      <fieldset className="map-drawing panel" onFocus={drawing.aimAtMiddle}>
        <legend className="sr-only">Drawing</legend>
        <p role="status" className="basis-full font-medium tabular-nums">
          {isFar && 'Zoom in first: an area is at most a few kilometres wide. '}
          {problem === '' ? instruct(sketch, area, words) : <span className="text-bad">{problem}</span>}{' '}
          <span className="font-normal text-soft max-sm:hidden pointer-coarse:hidden">
            Keys: arrows move, Enter sets, Esc cancels.
          </span>
        </p>
        <button type="button" className="button max-sm:px-2.5" onClick={drawing.setHere}>
          {wordsOf(sketch)}
        </button>
        {canClose(sketch) && (
          <button type="button" className="button max-sm:px-2.5" onClick={drawing.finish}>
            Finish outline
          </button>
        )}
        {begun && (
          <button type="button" className="button max-sm:px-2.5" onClick={drawing.undo}>
            Undo
          </button>
        )}
        <button type="button" className="button max-sm:px-2.5" onClick={drawing.giveUp}>
          Cancel
        </button>
      </fieldset>
    </>
  )
}

/** `, 2.27 km². Searching it costs 0.01 USDC` */
function sizeOf(area: DrawnArea | undefined, price: string | undefined) {
  const size = area && measureSize(area)
  if (!size) return { words: '', problem: '' }
  if ('problem' in size) return { words: '', problem: size.problem }
  return { words: `, ${km2Words(size.km2)}${price ? `. Searching it costs ${price}` : ''}`, problem: '' }
}

function wordsOf({ tool, corners }: Sketch): string {
  if (tool === 'polygon') return 'Corner at map centre'
  return corners.length === 0 ? 'Use map centre' : 'Finish at map centre'
}

function Crosshair({ map }: { map: MapLibre }) {
  const { x, y } = map.project(map.getCenter())
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 32 32"
      className="pointer-events-none absolute size-8 -translate-1/2 text-ink"
      style={{ left: x, top: y }}
    >
      <path d="M16 2v10M16 20v10M2 16h10M20 16h10" stroke="var(--raised)" strokeWidth="5" />
      <path d="M16 2v10M16 20v10M2 16h10M20 16h10" stroke="currentColor" strokeWidth="2" />
    </svg>
  )
}
