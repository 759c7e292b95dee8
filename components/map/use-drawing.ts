import type { Map as MapLibre, MapMouseEvent } from 'maplibre-gl'
import { useEffect, useEffectEvent, useState } from 'react'
import { areaOf, canClose, close, emptySketch, place, type Sketch, type Step, takeBack } from './drawing.ts'
import { sketchShapes } from './map-data.ts'
import type { MapProps, Position } from './map-types.ts'
import { setShapes } from './use-open-map.ts'

/** How near to a corner a click means that corner. */
const samePixels = 5
const firstPixels = 16

/** `aim`: whether the next thing is set where the pointer is, or at the middle of the map, for those who draw by keyboard. */
type State = { sketch: Sketch; pointer?: Position | undefined; aim: 'pointer' | 'middle' }

/** Draws on a map by pointer, finger or keyboard for as long as the component that uses it is shown. */
export function useDrawing(
  map: MapLibre,
  tool: Sketch['tool'],
  { onTool, onArea }: Pick<MapProps, 'onTool' | 'onArea'>,
) {
  const [{ sketch, pointer, aim }, setState] = useState<State>({ sketch: emptySketch(tool), aim: 'pointer' })

  function take({ sketch: next, area }: Step, at: Position | undefined, by: State['aim'] = aim) {
    // Where something was just set, the next thing is not.
    const isSet = next.corners.length > sketch.corners.length
    const ahead = area || isSet ? undefined : at
    setState({ sketch: next, pointer: ahead, aim: by })
    if (area) onArea?.(area, 'done')
    else onArea?.(areaOf(next, ahead), 'drawing')
    if (area) onTool?.('look')
  }
  const setHere = () => take(place(sketch, middleOf(map)), undefined, 'middle')
  const finish = () => take(close(sketch), pointer)
  const undo = () => take({ sketch: takeBack(sketch) }, pointer)
  const giveUp = () => {
    setState((state) => ({ ...state, sketch: emptySketch(tool), pointer: undefined }))
    onArea?.(undefined, 'drawing')
    onTool?.('look')
  }
  const aimAtMiddle = () => setState((state) => ({ ...state, aim: 'middle', pointer: middleOf(map) }))

  const click = useEffectEvent((event: MapMouseEvent) => {
    const near = (corner: Position | undefined, pixels: number) =>
      corner !== undefined && map.project(corner).dist(event.point) <= pixels
    if (canClose(sketch) && near(sketch.corners[0], firstPixels)) return finish()
    // The second click of a double click.
    if (near(sketch.corners.at(-1), samePixels)) return
    take(place(sketch, event.lngLat.toArray()), undefined, 'pointer')
  })
  const move = useEffectEvent((at: Position, by: State['aim']) => {
    setState((state) => ({ ...state, pointer: at, aim: by }))
    if (sketch.corners.length > 0) onArea?.(areaOf(sketch, at), 'drawing')
  })
  const follow = useEffectEvent(() => {
    if (aim === 'middle') move(middleOf(map), 'middle')
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
    const canvas = map.getCanvas()
    const onPress = (event: KeyboardEvent) => press(event)
    map.doubleClickZoom.disable()
    canvas.style.cursor = 'crosshair'
    const heard = [
      map.on('click', (event) => click(event)),
      map.on('mousemove', (event) => move(event.lngLat.toArray(), 'pointer')),
      map.on('move', () => follow()),
      map.on('dblclick', () => end()),
    ]
    document.addEventListener('keydown', onPress)
    return () => {
      document.removeEventListener('keydown', onPress)
      for (const each of heard) each.unsubscribe()
      canvas.style.cursor = ''
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
