import { earthRadiusM } from '#lib/domain/geo/earth'
import { cellBounds } from '#lib/domain/geo/geohash'
import { parseSpatialQuery, type SpatialQuery } from '#lib/schemas/spatial-query'
import type { City, World } from './data.ts'
import { createRandom, type Random } from './random.ts'

export const queryClasses = {
  circle: 200,
  '100 km²': 60,
  'hot cell': 40,
  'one hour, past': 40,
  'wide, few': 40,
  empty: 40,
  sliver: 30,
  antimeridian: 10,
  polar: 10,
  'burst cell': 30,
} as const
type QueryClass = keyof typeof queryClasses

/** West, south, east, north in degrees. */
type Box = readonly [west: number, south: number, east: number, north: number]

export type BenchQuery = {
  name: QueryClass
  query: SpatialQuery
  /** The same area as bounding boxes for the peer, two if it crosses the antimeridian. */
  boxes: readonly Box[]
  /** True if the boxes cover exactly the area. The box of a circle is larger than the circle. */
  sameQuestion: boolean
}

const day = 86_400
const metresPerDegree = (Math.PI / 180) * earthRadiusM

/** 500 queries, the same in every run; 53 % ask for 1000 observations. */
export function makeWorkload(world: World): BenchQuery[] {
  const random = createRandom(4711)
  const queries: BenchQuery[] = []
  for (const [name, count] of Object.entries(queryClasses) as [QueryClass, number][]) {
    for (let i = 0; i < count; i++) queries.push(makers[name](world, random, i))
  }
  return shuffled(queries, random)
}

const makers: Record<QueryClass, (world: World, random: Random, index: number) => BenchQuery> = {
  circle: (world, random) => {
    const city = pickCity(world, random)
    const [latitude, longitude] =
      random.unit() < 0.7
        ? city.landmarks[random.below(city.landmarks.length)]!
        : [city.latitude, city.longitude]
    const radiusM = Math.round(50 * 100 ** random.unit())
    return circle('circle', {
      latitude,
      longitude,
      radiusM,
      limit: someLimit(random),
      ...someWindow(world, random),
    })
  },
  '100 km²': (world, random) => {
    const { latitude, longitude } = pickCity(world, random)
    return square('100 km²', {
      latitude,
      longitude,
      heightM: 9990,
      widthM: 9990,
      limit: 1000,
      ...someWindow(world, random),
    })
  },
  'hot cell': (world, random, index) => {
    const { latitude, longitude } = centre(world.hotCell)
    const place = { latitude, longitude, limit: index % 4 === 0 ? 100 : 1000, ...someWindow(world, random) }
    return index % 2 === 0
      ? circle('hot cell', { ...place, radiusM: 50 })
      : square('hot cell', { ...place, heightM: 100, widthM: 100 })
  },
  'one hour, past': (world, random) => {
    const { latitude, longitude } = pickCity(world, random)
    const from = Math.floor(random.between(world.oldest, world.newest - 30 * day))
    const side = random.between(1000, 9990)
    return square('one hour, past', {
      latitude,
      longitude,
      heightM: side,
      widthM: side,
      limit: someLimit(random),
      from,
      to: from + 3600,
    })
  },
  'wide, few': (world, random) => {
    const city = world.cities[random.between(world.cities.length * 0.9, world.cities.length) | 0]!
    const latitude = city.latitude + 0.2
    return square('wide, few', {
      latitude,
      longitude: city.longitude,
      heightM: 9990,
      widthM: 9990,
      limit: 1000,
      from: world.oldest,
      to: world.newest,
    })
  },
  empty: (world, random) => {
    const latitude = random.between(-89, -75)
    const longitude = random.between(-170, 170)
    return square('empty', {
      latitude,
      longitude,
      heightM: 300,
      widthM: 300,
      limit: someLimit(random),
      from: world.oldest,
      to: world.newest,
    })
  },
  sliver: (world, random, index) => {
    const { latitude, longitude } = pickCity(world, random)
    const [heightM, widthM] = index % 2 === 0 ? [100_000, 1] : [1, 100_000]
    return square('sliver', {
      latitude,
      longitude,
      heightM,
      widthM,
      limit: 1000,
      from: world.oldest,
      to: world.newest,
    })
  },
  antimeridian: (world, random) => {
    const latitude = random.between(-60, 60)
    return square('antimeridian', {
      latitude,
      longitude: 180,
      heightM: 9990,
      widthM: 9990,
      limit: 1000,
      from: world.oldest,
      to: world.newest,
    })
  },
  polar: (world, random, index) => {
    const latitude = index % 2 === 0 ? 90 : -90
    const radiusM = Math.round(random.between(1000, 5000))
    return circle('polar', {
      latitude,
      longitude: 0,
      radiusM,
      limit: 1000,
      from: world.oldest,
      to: world.newest,
    })
  },
  'burst cell': (world, _random, index) => {
    const { latitude, longitude } = centre(world.burstCell)
    // From the end and from the middle of the burst, and with the whole history after it.
    const to = [world.burstAt + 3600, world.burstAt + 1800, world.newest][index % 3]!
    return square('burst cell', {
      latitude,
      longitude,
      heightM: index % 2 === 0 ? 100 : 9990,
      widthM: index % 2 === 0 ? 100 : 9990,
      limit: 1000,
      from: world.oldest,
      to,
    })
  },
}

type Asked = { latitude: number; longitude: number; limit: number; from: number; to: number }

function circle(name: QueryClass, asked: Asked & { radiusM: number }): BenchQuery {
  const { latitude, longitude, radiusM } = asked
  const aoi = { type: 'Point', coordinates: [longitude, latitude] }
  const height = radiusM / metresPerDegree
  const polar = Math.abs(latitude) + height >= 90
  const width = polar ? 180 : height / Math.cos((latitude * Math.PI) / 180)
  const box: Box = [
    polar ? -180 : longitude - width,
    Math.max(-90, latitude - height),
    polar ? 180 : longitude + width,
    Math.min(90, latitude + height),
  ]
  return { name, query: parse(aoi, asked, radiusM), boxes: [box], sameQuestion: false }
}

function square(name: QueryClass, asked: Asked & { heightM: number; widthM: number }): BenchQuery {
  const height = asked.heightM / metresPerDegree / 2
  const width = asked.widthM / metresPerDegree / 2 / Math.cos((asked.latitude * Math.PI) / 180)
  const [south, north] = [asked.latitude - height, asked.latitude + height]
  const [west, east] = [asked.longitude - width, asked.longitude + width]
  const turned = (longitude: number) => (longitude > 180 ? longitude - 360 : longitude)
  const ring = [
    [turned(west), south],
    [turned(east), south],
    [turned(east), north],
    [turned(west), north],
    [turned(west), south],
  ]
  const boxes: Box[] =
    east > 180
      ? [
          [west, south, 180, north],
          [-180, south, east - 360, north],
        ]
      : [[west, south, east, north]]
  const aoi = { type: 'Polygon', coordinates: [ring] }
  return { name, query: parse(aoi, asked), boxes, sameQuestion: true }
}

function parse(aoi: unknown, asked: Asked, radiusM?: number): SpatialQuery {
  const iso = (seconds: number) => new Date(seconds * 1000).toISOString()
  const body = { aoi, radius_m: radiusM, from: iso(asked.from), to: iso(asked.to), limit: asked.limit }
  return parseSpatialQuery(body, { now: new Date(asked.to * 1000) })
}

/** Busy cities are chosen more often, like those of real callers. */
function pickCity(world: World, random: Random): City {
  return world.cities[Math.floor(world.cities.length * random.unit() ** 3)]!
}

function centre(cell: number): { latitude: number; longitude: number } {
  const bounds = cellBounds(cell)
  return { latitude: (bounds.south + bounds.north) / 2, longitude: (bounds.west + bounds.east) / 2 }
}

function someLimit(random: Random): number {
  return [1, 20, 100, 100, 1000][random.below(5)]!
}

/** The last week, a random month in the past, or everything. */
function someWindow(world: World, random: Random): { from: number; to: number } {
  const kind = random.below(3)
  if (kind === 0) return { from: world.newest - 7 * day, to: world.newest }
  if (kind === 1) return { from: world.oldest, to: world.newest }
  const to = Math.floor(random.between(world.oldest + 30 * day, world.newest))
  return { from: to - 30 * day, to }
}

function shuffled<Item>(items: Item[], random: Random): Item[] {
  for (let i = items.length - 1; i > 0; i--) {
    const other = random.below(i + 1)
    ;[items[i], items[other]] = [items[other]!, items[i]!]
  }
  return items
}
