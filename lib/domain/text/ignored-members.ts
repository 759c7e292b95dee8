import { editDistance } from '#lib/domain/text/edit-distance'
import { isObject } from '#lib/domain/text/json'
import { visibleLine } from '#lib/domain/text/visible-text'

const maxNamed = 3
const maxListed = 20
const maxNameCharacters = 40

/** Says which members of a request were ignored, so that a misspelt name is noticed before payment; `undefined` if none was. */
export function describeIgnored(given: unknown, known: readonly string[]): string | undefined {
  if (!isObject(given)) return undefined
  const names = Object.keys(given)
  const ignored = names.filter((name) => !known.includes(name))
  if (ignored.length === 0) return undefined
  const missing = known.filter((name) => !names.includes(name))
  const named = ignored.slice(0, maxNamed).map((name) => {
    const meant = findSimilar(name.slice(name.lastIndexOf('.') + 1), missing)
    return meant === undefined ? quote(name) : `${quote(name)} (did you mean "${meant}"?)`
  })
  const more = ignored.length - named.length
  const listed = [...named, ...(more > 0 ? [`and ${more} more`] : [])].join(', ')
  return `Ignored, because this request has no such member: ${listed}.`
}

/** Lists the names of ignored members for programs: at most twenty, and long names are shortened. */
export function listIgnored(given: unknown, known: readonly string[]): string[] {
  if (!isObject(given)) return []
  return Object.keys(given)
    .filter((name) => !known.includes(name))
    .slice(0, maxListed)
    .map(shorten)
}

/**
 * The members of a request with those of a member that is an object itself, as dotted paths (`aoi.radius_m`), so that they are named too.
 *
 * @param inner the members that have a meaning there
 */
export function withInnerMembers(
  given: unknown,
  inner: Readonly<Record<string, readonly string[]>>,
): unknown {
  if (!isObject(given)) return given
  const paths = Object.entries(inner).flatMap(([name, known]) =>
    listIgnored(given[name], known).map((member) => [`${name}.${member}`, true]),
  )
  return { ...given, ...Object.fromEntries(paths) }
}

/** The name that was probably meant; `undefined` if none is similar. */
export function findSimilar(name: string, names: readonly string[]): string | undefined {
  const distance = (candidate: string) => editDistance(lettersOf(name), lettersOf(candidate))
  return names
    .filter((candidate) => isSimilar(name, candidate))
    .sort((a, b) => distance(a) - distance(b))
    .at(0)
}

function quote(name: string): string {
  return JSON.stringify(shorten(name))
}

function shorten(name: string): string {
  const characters = [...visibleLine(name)]
  const isCut = characters.length > maxNameCharacters
  return characters.slice(0, maxNameCharacters).join('') + (isCut ? '…' : '')
}

/** True if the letters are the same, or the start of each other, or differ in at most a third of them. */
function isSimilar(name: string, candidate: string): boolean {
  const [a, b] = [lettersOf(name), lettersOf(candidate)]
  const [shorter, longer] = a.length < b.length ? [a, b] : [b, a]
  if (longer.length > maxNameCharacters) return false
  if (shorter.length >= 3 && longer.startsWith(shorter)) return true
  return editDistance(a, b) <= Math.floor(longer.length / 3)
}

function lettersOf(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9]/g, '')
}
