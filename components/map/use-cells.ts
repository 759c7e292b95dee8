import type { MapLayerMouseEvent, Map as MapLibre } from 'maplibre-gl'
import { useEffect, useEffectEvent, useMemo, useState } from 'react'
import { wrapLongitude } from '#lib/domain/map/geometry'
import { hideTownsOn } from './label-layers.ts'
import { cellShapes, roomOfCells } from './map-data.ts'
import type { MapProps } from './map-types.ts'
import { setShapes } from './use-open-map.ts'

/** At close zooms a cell is a square, at far zooms a point. */
const layers = ['cells', 'cells-points']
const none: NonNullable<MapProps['cells']> = []

/**
 * Shows cells, and outlines the selected one and the one below the pointer.
 *
 * @param answers true if pointing at a cell selects it: not while an area is drawn
 * @returns the label of the cell that is pointed at or selected
 */
export function useCells(
  map: MapLibre | undefined,
  {
    cells = none,
    selected,
    onSelect,
    onPoint,
    answers,
  }: Pick<MapProps, 'cells' | 'selected' | 'onSelect' | 'onPoint'> & { answers: boolean },
): string | undefined {
  const [pointed, setPointed] = useState<string>()
  const labels = useMemo(() => new Map(cells.map(({ geohash, label }) => [geohash, label])), [cells])
  const shapes = useMemo(() => cellShapes(cells), [cells])
  const select = useEffectEvent((geohash: string | undefined) => {
    if (geohash !== selected) onSelect?.(geohash)
  })
  const press = useEffectEvent((position: { latitude: number; longitude: number }) => onPoint?.(position))

  useEffect(() => {
    if (!map) return
    setShapes(map, 'cells', shapes)
    hideTownsOn(map, roomOfCells(cells))
  }, [map, shapes, cells])

  useEffect(() => {
    if (!map || !answers) return
    const canvas = map.getCanvas()
    const onMove = ({ features }: MapLayerMouseEvent) => {
      canvas.style.cursor = 'pointer'
      setPointed(features?.[0]?.properties.geohash)
    }
    const onLeave = () => {
      canvas.style.cursor = ''
      setPointed(undefined)
    }
    const onClick = ({ point, lngLat }: Pick<MapLayerMouseEvent, 'point' | 'lngLat'>) => {
      select(map.queryRenderedFeatures(point, { layers: [...layers] })[0]?.properties.geohash)
      press({ latitude: lngLat.lat, longitude: wrapLongitude(lngLat.lng) })
    }
    const heard = [
      map.on('mousemove', layers, onMove),
      map.on('mouseleave', layers, onLeave),
      map.on('click', onClick),
    ]
    return () => {
      onLeave()
      for (const each of heard) each.unsubscribe()
    }
  }, [map, answers])

  useEffect(() => {
    if (!map) return
    const only = (geohash = '') => ['==', ['get', 'geohash'], geohash] as ['==', ['get', string], string]
    map.setFilter('cells-pointed', only(pointed))
    map.setFilter('cells-selected', only(selected))
    map.setFilter('cells-selected-halo', only(selected))
  }, [map, pointed, selected])

  return labels.get(pointed ?? selected ?? '')
}
