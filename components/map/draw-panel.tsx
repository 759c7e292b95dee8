'use client'
import type { Map as MapLibre } from 'maplibre-gl'
import { canClose, instruct, type Sketch } from './drawing.ts'
import type { MapProps } from './map-types.ts'
import { useDrawing } from './use-drawing.ts'

type Props = Pick<MapProps, 'onTool' | 'onArea'> & { map: MapLibre; tool: Sketch['tool'] }

/** What is being drawn, in words, and how to draw it without a pointer: each thing can be set at the middle of the map. */
export function DrawPanel({ map, tool, onTool, onArea }: Props) {
  const drawing = useDrawing(map, tool, { onTool, onArea })
  const { sketch, area } = drawing
  const begun = sketch.corners.length > 0
  return (
    <>
      {drawing.aimsAtMiddle && <Crosshair />}
      <fieldset
        className="absolute inset-x-2 bottom-9 flex flex-wrap items-center gap-x-3 gap-y-2 rounded-md border border-edge bg-raised px-3 py-2 text-sm sm:right-auto sm:max-w-[36rem]"
        onFocus={drawing.aimAtMiddle}
      >
        <legend className="sr-only">Drawing</legend>
        <p role="status" className="basis-full">
          {instruct(sketch, area)} <span className="text-soft">Escape gives up.</span>
        </p>
        <button type="button" className="button min-h-9 bg-ground" onClick={drawing.setHere}>
          {wordsOf(sketch)}
        </button>
        {canClose(sketch) && (
          <button type="button" className="button min-h-9 bg-ground" onClick={drawing.finish}>
            Close the outline
          </button>
        )}
        {begun && (
          <button type="button" className="button min-h-9 bg-ground" onClick={drawing.undo}>
            Take back
          </button>
        )}
        <button type="button" className="button min-h-9 bg-ground" onClick={drawing.giveUp}>
          Give up
        </button>
      </fieldset>
    </>
  )
}

function wordsOf({ tool, corners }: Sketch): string {
  if (tool === 'polygon') return 'Corner at the map’s middle'
  return corners.length === 0 ? 'Centre at the map’s middle' : 'End at the map’s middle'
}

function Crosshair() {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 32 32"
      className="pointer-events-none absolute top-1/2 left-1/2 size-8 -translate-1/2 text-ink"
    >
      <path d="M16 2v10M16 20v10M2 16h10M20 16h10" stroke="var(--raised)" strokeWidth="5" />
      <path d="M16 2v10M16 20v10M2 16h10M20 16h10" stroke="currentColor" strokeWidth="2" />
    </svg>
  )
}
