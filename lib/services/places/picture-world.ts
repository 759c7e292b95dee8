import 'server-only'
import { allCities, type City } from '#lib/adapters/basemap/cities'
import { processValue } from '#lib/adapters/process-value'
import { geohashAt } from '#lib/domain/geo/geohash-area'
import { mercator } from '#lib/domain/geo/tile'
import { centreInWorld, frameOf } from '#lib/domain/map/world-frame'
import { chooseNames, type WorldPicture } from '#lib/domain/map/world-names'

/** Smaller towns are not named on a map of a continent, unless they have captures. */
const leastPopulation = 300_000
const leastCoveredPopulation = 50_000
/** Names with other letters are left out, because the page would need a second font file for them. */
const isLatin1 = /^[ -\u00ff]*$/
/** The world is divided into this many columns and rows. All cells of one square share a point of light. */
const steps = 256

/** The last picture is cached, because the cells change only with captures of new places. */
const last = processValue<{ key: string; picture: WorldPicture }>('picture of the world')

/** The part of the world in which there are cells, with points of light and the names of cities. */
export function pictureWorld(cells: readonly string[]): WorldPicture {
  const key = cells.join()
  if (last.current?.key !== key) last.current = { key, picture: picture(cells) }
  return last.current.picture
}

function picture(cells: readonly string[]): WorldPicture {
  const frame = frameOf(cells)
  const byStep = Map.groupBy(cells.flatMap(centreInWorld), stepOf)
  const lights = [...byStep.values()].map(meanOf)
  const known = allCities()
  const cities = known
    .slice(
      0,
      known.findIndex(({ population }) => population < leastCoveredPopulation),
    )
    .filter(({ name }) => isLatin1.test(name))
  // All cells have the same number of characters.
  const covered = new Set(cells)
  const characters = cells[0]?.length ?? 1
  const isCovered = (city: City) => covered.has(geohashAt(city, characters))
  const isLit = (city: City) => byStep.has(stepOf(mercator(city.longitude, city.latitude)))
  const rank = (city: City) => {
    if (isCovered(city)) return 'covered'
    if (city.population < leastPopulation) return 'small'
    return isLit(city) ? 'lit' : 'other'
  }
  const { covered: first = [], lit = [], other = [] } = Object.groupBy(cities, rank)
  // The town that has the captures is named first, because another name beside its light would be taken for the place of the captures.
  return { frame, lights, names: chooseNames(frame, [...first, ...lit, ...other], lights) }
}

type Share = { x: number; y: number }

function stepOf({ x, y }: Share): string {
  return `${Math.floor(x * steps)} ${Math.floor(y * steps)}`
}

function meanOf(all: readonly Share[]): Share {
  const mean = (values: readonly number[]) =>
    Number((values.reduce((sum, value) => sum + value, 0) / values.length).toFixed(5))
  return { x: mean(all.map(({ x }) => x)), y: mean(all.map(({ y }) => y)) }
}
