import type { Map as MapLibre } from 'maplibre-gl'
import { useEffect, useEffectEvent, useState } from 'react'
import type { Position } from '#lib/domain/map/map-types'
import {
  areaOf,
  canClose,
  close,
  emptySketch,
  moveCorner,
  place,
  type Sketch,
  type Step,
  takeBack,
} from './drawing.ts'
import { sketchShapes } from './map-data.ts'
import type { MapProps } from './map-types.ts'
import { setShapes } from './use-open-map.ts'
import { type Press, usePresses } from './use-presses.ts'

/** A press within this distance of a corner means that corner. */
const samePixels = 6
const cornerPixels = 16

/** `aim`: the next point is set at the pointer, or at the centre of the map for keyboard users. */
type State = { sketch: Sketch; pointer?: Position | undefined; aim: 'pointer' | 'middle' }

/**
 * Draws on a map by pointer, touch or keyboard while the component that uses it is shown. A circle is dragged from its centre, or set by
 * two presses; corners of an outline are pressed one by one and can be dragged.
 */
export function useDrawing(
  map: MapLibre,
  tool: Sketch['tool'],
  { onTool, onArea }: Pick<MapProps, 'onTool' | 'onArea'>,
) {
  const [{ sketch, pointer, aim }, setState] = useState<State>({ sketch: emptySketch(tool), aim: 'pointer' })
  /** The corner that is being dragged. */
  const [held, setHeld] = useState<number>()

  function take({ sketch: next, area }: Step, by: State['aim'] = aim) {
    setState({ sketch: next, aim: by })
    if (!area) return
    onArea?.(area)
    onTool?.('look')
  }
  const setHere = () => take(place(sketch, middleOf(map)), 'middle')
  const finish = () => take(close(sketch))
  const undo = () => setState({ sketch: takeBack(sketch), pointer, aim })
  const giveUp = () => {
    setState({ sketch: emptySketch(tool), aim: 'pointer' })
    onTool?.('look')
  }
  const aimAtMiddle = () => setState((state) => ({ ...state, aim: 'middle', pointer: middleOf(map) }))
  const isNear = (corner: Position | undefined, { at }: Press, pixels: number) =>
    corner !== undefined && map.project(corner).dist(map.project(at)) <= pixels

  usePresses(map, {
    onDown: (press) => {
      const corner = sketch.corners.findIndex((one) => isNear(one, press, cornerPixels))
      if (tool === 'polygon') setHeld(corner === -1 ? undefined : corner)
      if (tool === 'circle' && sketch.corners.length === 0)
        setState({ sketch: place(sketch, press.at).sketch, aim: 'pointer' })
      else setState({ sketch, pointer: press.at, aim: 'pointer' })
    },
    onMove: (press) => {
      if (press.isDown && press.isDrag && held !== undefined)
        setState({ sketch: moveCorner(sketch, held, press.at), aim: 'pointer' })
      else setState({ sketch, pointer: press.at, aim: 'pointer' })
    },
    onUp: (press) => {
      setHeld(undefined)
      if (held !== undefined) {
        if (!press.isDrag && held === 0 && canClose(sketch)) finish()
        return
      }
      // A press that only set the centre, or the second press of a double click.
      if (!press.isDrag && isNear(sketch.corners.at(-1), press, samePixels)) return
      take(place(sketch, press.at), 'pointer')
    },
    onCancel: () => {
      setHeld(undefined)
      if (tool === 'circle') setState({ sketch: emptySketch(tool), aim: 'pointer' })
    },
  })

  const follow = useEffectEvent(() => {
    if (aim === 'middle') aimAtMiddle()
  })
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented) return
    if (event.key === 'Escape') return giveUp()
    if (event.target !== map.getCanvas()) return
    if (event.key === 'Enter') setHere()
    else if (event.key === 'Backspace') undo()
    else if (/^(Arrow|[-+=]$)/.test(event.key)) aimAtMiddle()
    else return
    if (event.key === 'Enter' || event.key === 'Backspace') event.preventDefault()
  })
  const end = useEffectEvent(() => {
    if (canClose(sketch)) finish()
  })

  useEffect(() => {
    const onPress = (event: KeyboardEvent) => press(event)
    map.doubleClickZoom.disable()
    const heard = [map.on('move', () => follow()), map.on('dblclick', () => end())]
    document.addEventListener('keydown', onPress)
    return () => {
      document.removeEventListener('keydown', onPress)
      for (const each of heard) each.unsubscribe()
      map.doubleClickZoom.enable()
    }
  }, [map])

  useEffect(() => setShapes(map, 'sketch', sketchShapes(sketch, pointer)), [map, sketch, pointer])
  useEffect(() => () => setShapes(map, 'sketch', sketchShapes(undefined, undefined)), [map])

  return {
    sketch,
    area: areaOf(sketch, pointer),
    aimsAtMiddle: aim === 'middle',
    setHere,
    finish,
    undo,
    giveUp,
    aimAtMiddle,
  }
}

function middleOf(map: MapLibre): Position {
  return map.getCenter().toArray()
}
