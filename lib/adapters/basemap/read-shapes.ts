import 'server-only'
import { VectorTile } from '@mapbox/vector-tile'
import { PbfReader } from 'pbf'
import { belongs, type MapClass } from '#lib/domain/map/map-classes'
import type { Point } from '#lib/domain/map/svg-path'

/** Lines or rings of a feature, in parts of the tile: 0 to 1, and a little beyond. */
export type Shape<Name> = { class: Name; isArea: boolean; lines: Point[][] }
/** A point that has a name, in parts of the tile. */
export type NamedPoint = Point & { properties: Readonly<Record<string, unknown>> }

/** The features of a vector tile that belong to one of the classes. */
export function* readShapes<Name extends string>(
  bytes: Uint8Array,
  classes: Readonly<Record<Name, MapClass>>,
): Generator<Shape<Name>> {
  const { layers } = new VectorTile(new PbfReader(bytes))
  const wanted = Object.entries<MapClass>(classes) as [Name, MapClass][]
  for (const [layer, features] of Object.entries(layers)) {
    const here = wanted.filter(([, { rules }]) => rules.some((rule) => rule.layer === layer))
    for (let index = 0; here.length > 0 && index < features.length; index++) {
      const feature = features.feature(index)
      const isArea = feature.type === 3
      const { properties, extent } = feature
      const names = here.filter(
        ([, each]) =>
          (each.is === 'area' ? isArea : feature.type === 2) && belongs(each, { layer, properties }),
      )
      if (names.length === 0) continue
      const lines = feature
        .loadGeometry()
        .map((line) => line.map(({ x, y }) => ({ x: x / extent, y: y / extent })))
      for (const [name] of names) yield { class: name, isArea, lines }
    }
  }
}

/** The named points of a layer. */
export function readNames(bytes: Uint8Array, layer: string): NamedPoint[] {
  const features = new VectorTile(new PbfReader(bytes)).layers[layer]
  if (!features) return []
  return Array.from({ length: features.length }, (_, index) => features.feature(index)).flatMap((feature) => {
    const point = feature.type === 1 && feature.properties.name && feature.loadGeometry()[0]?.[0]
    if (!point) return []
    return [{ x: point.x / feature.extent, y: point.y / feature.extent, properties: feature.properties }]
  })
}
