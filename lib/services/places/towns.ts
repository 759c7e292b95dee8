import 'server-only'
import { allCities, type City } from '#lib/adapters/basemap/cities'
import { plainName } from '#lib/domain/text/plain-name'
import { mainWords } from './place-words.ts'

/** With fewer characters, the beginning of a name in another language would match too many towns. */
const leastOtherCharacters = 4
/** Scripts whose words have two letters. */
const wordsAreShort = /[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}]/u
const indexCharacters = 2

type Entry = { name: string; city: City; isOther: boolean }

let index: ReadonlyMap<string, readonly Entry[]> | undefined
let largest: ReadonlyMap<string, City> | undefined

/** Towns whose name starts with this, largest first; those with just this name are also in `called`. */
export function townsFrom(start: string): { towns: City[]; called: ReadonlySet<City> } {
  const towns = new Set<City>()
  const called = new Set<City>()
  const isLong = start.length >= leastOtherCharacters || wordsAreShort.test(start)
  for (const { name, city, isOther } of indexed().get(start.slice(0, indexCharacters)) ?? []) {
    const isCalled = name === start
    if (isCalled) called.add(city)
    if (isCalled || (name.startsWith(start) && (isLong || !isOther))) towns.add(city)
  }
  return { towns: [...towns], called }
}

/** The largest town of a name, in any language. */
export function townCalled(name: string): City | undefined {
  largest ??= new Map(
    [...indexed().values()].flatMap((entries) =>
      entries.map(({ name, city }) => [name, city] as const).reverse(),
    ),
  )
  return largest.get(name)
}

/** The names of all towns by their first characters, those of the largest towns first. */
function indexed(): ReadonlyMap<string, readonly Entry[]> {
  index ??= Map.groupBy(allCities().flatMap(entriesOf), ({ name }) => name.slice(0, indexCharacters))
  return index
}

function entriesOf(city: City): Entry[] {
  const name = plainName(city.name)
  const main = name.includes(' ') ? mainWords(name).join(' ') : name
  // `Spezia` for La Spezia.
  const own = name.endsWith(main) ? [name, main] : [name]
  return [
    ...[...new Set(own)].map((each) => ({ name: each, city, isOther: false })),
    ...city.otherNames.map((each) => ({ name: each, city, isOther: true })),
  ].filter((entry) => entry.name !== '')
}
