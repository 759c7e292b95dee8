import { visibleLine } from '#lib/domain/text/visible-text'

const maxNamed = 3
const maxNameCharacters = 40

/** Says which members of a request were ignored, so that a misspelt name is noticed before payment; `undefined` if none was. */
export function describeIgnored(given: unknown, known: readonly string[]): string | undefined {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) return undefined
  const names = Object.keys(given)
  const ignored = names.filter((name) => !known.includes(name))
  if (ignored.length === 0) return undefined
  const missing = known.filter((name) => !names.includes(name))
  const named = ignored.slice(0, maxNamed).map((name) => {
    const meant = missing.find((candidate) => isSimilar(name, candidate))
    return meant === undefined ? quote(name) : `${quote(name)} (did you mean "${meant}"?)`
  })
  const more = ignored.length - named.length
  const listed = [...named, ...(more > 0 ? [`and ${more} more`] : [])].join(', ')
  return `Ignored, because this request has no such member: ${listed}.`
}

function quote(name: string): string {
  const characters = [...visibleLine(name)]
  const isCut = characters.length > maxNameCharacters
  return JSON.stringify(characters.slice(0, maxNameCharacters).join('') + (isCut ? '…' : ''))
}

/** True if the letters are the same, or the start of each other, or differ in at most a third of them. */
function isSimilar(name: string, candidate: string): boolean {
  const [a, b] = [lettersOf(name), lettersOf(candidate)]
  const [shorter, longer] = a.length < b.length ? [a, b] : [b, a]
  if (longer.length > maxNameCharacters) return false
  if (shorter.length >= 3 && longer.startsWith(shorter)) return true
  return distance(a, b) <= Math.floor(longer.length / 3)
}

function lettersOf(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9]/g, '')
}

/** How many letters to insert, remove, replace, or swap with their neighbour. */
function distance(a: string, b: string): number {
  const rows = [Array.from({ length: b.length + 1 }, (_, column) => column)]
  for (let row = 1; row <= a.length; row++) {
    const costs = [row]
    for (let column = 1; column <= b.length; column++) {
      const isSame = a[row - 1] === b[column - 1]
      const isSwapped = row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1]
      costs[column] = Math.min(
        rows[row - 1]![column]! + 1,
        costs[column - 1]! + 1,
        rows[row - 1]![column - 1]! + (isSame ? 0 : 1),
        isSwapped ? rows[row - 2]![column - 2]! + 1 : Number.POSITIVE_INFINITY,
      )
    }
    rows.push(costs)
  }
  return rows[a.length]![b.length]!
}
