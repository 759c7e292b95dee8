import type { Map as MapLibre } from 'maplibre-gl'
import { useEffect, useEffectEvent } from 'react'
import type { Position } from '#lib/domain/map/map-types'

/** A shorter movement is a press, not a drag. */
const dragPixels = 4

export type Press = { at: Position; isDown: boolean; isDrag: boolean }

type Handlers = {
  onDown: (press: Press) => void
  onMove: (press: Press) => void
  onUp: (press: Press) => void
  /** A second finger was added: the map is zoomed instead. */
  onCancel: () => void
}

/** For each map on which a drawing has ended: removes the listener that lets the map pan again from the next press on. */
const waits = new WeakMap<MapLibre, AbortController>()

/** Presses and drags of one pointer on a map, which does not pan meanwhile. Two fingers still zoom it. */
export function usePresses(map: MapLibre, handlers: Handlers): void {
  const tell = useEffectEvent((name: keyof Handlers, press: Press) => handlers[name](press))

  useEffect(() => {
    const canvas = map.getCanvas()
    const fingers = new Set<number>()
    let begun: { id: number; x: number; y: number; isDrag: boolean } | undefined

    const read = (event: PointerEvent): Press => {
      const box = canvas.getBoundingClientRect()
      const at = map.unproject([event.clientX - box.left, event.clientY - box.top]).toArray()
      if (begun && Math.hypot(event.clientX - begun.x, event.clientY - begun.y) > dragPixels)
        begun.isDrag = true
      return { at, isDown: begun !== undefined, isDrag: begun?.isDrag ?? false }
    }
    const down = (event: PointerEvent) => {
      fingers.add(event.pointerId)
      if (fingers.size > 1) {
        if (begun) tell('onCancel', read(event))
        begun = undefined
      } else if (event.button === 0) {
        begun = { id: event.pointerId, x: event.clientX, y: event.clientY, isDrag: false }
        tell('onDown', read(event))
      }
    }
    const move = (event: PointerEvent) => {
      if (begun ? event.pointerId === begun.id : event.target === canvas) tell('onMove', read(event))
    }
    const up = (event: PointerEvent) => {
      fingers.delete(event.pointerId)
      if (event.pointerId !== begun?.id) return
      const press = read(event)
      begun = undefined
      tell(event.type === 'pointerup' ? 'onUp' : 'onCancel', press)
    }

    const ended = new AbortController()
    const { signal } = ended
    canvas.addEventListener('pointerdown', down, { signal })
    // On the window, so that a drag may leave the map.
    window.addEventListener('pointermove', move, { signal })
    window.addEventListener('pointerup', up, { signal })
    window.addEventListener('pointercancel', up, { signal })
    waits.get(map)?.abort()
    map.dragPan.disable()
    canvas.style.cursor = 'crosshair'
    return () => {
      ended.abort()
      // A touch that ended the drawing is followed by a `mousedown`. Panning would start with it and stop the map on its way to the area.
      const wait = new AbortController()
      waits.set(map, wait)
      const pan = () => map.dragPan.enable()
      map.getCanvasContainer().addEventListener('pointerdown', pan, { once: true, signal: wait.signal })
      canvas.style.cursor = ''
    }
  }, [map])
}
