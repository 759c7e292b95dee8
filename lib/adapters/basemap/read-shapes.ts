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

/** The named points of a layer. @param options.ofShapes true to include lines and areas, each by a point in the middle of it */
export function readNames(bytes: Uint8Array, layer: string, { ofShapes = false } = {}): NamedPoint[] {
  const features = new VectorTile(new PbfReader(bytes)).layers[layer]
  if (!features) return []
  return Array.from({ length: features.length }, (_, index) => features.feature(index)).flatMap((feature) => {
    const { type, extent, properties } = feature
    if (!properties.name || (type !== 1 && !ofShapes)) return []
    const points = feature.loadGeometry()[0] ?? []
    // A line goes through its middle corner; an area has it in its middle.
    const point = type === 3 ? middleOf(points) : points[Math.floor(points.length / 2)]
    return point ? [{ x: point.x / extent, y: point.y / extent, properties }] : []
  })
}

/** The kind of a place: in the current schema of archives, otherwise in that of 2023. */
export function kindOf({ kind_detail, place, kind }: NamedPoint['properties']): string {
  return String(kind_detail ?? place ?? kind)
}

/** The middle of the box around points. */
function middleOf(points: readonly Point[]): Point | undefined {
  if (points.length === 0) return undefined
  const middle = (values: number[]) => (Math.min(...values) + Math.max(...values)) / 2
  return { x: middle(points.map(({ x }) => x)), y: middle(points.map(({ y }) => y)) }
}
