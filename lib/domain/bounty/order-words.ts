import { hasPlaceInText, placeOf, unreadPlace } from '#lib/domain/bounty/bounty-place'
import { farthestCityKm } from '#lib/domain/geo/cell-name'
import { geohashBounds } from '#lib/domain/geo/geohash-area'
import { positionName, roughPosition } from '#lib/domain/geo/rough-position'

/** The name of a cell by its nearest town; `undefined` if it could not be looked up. */
type NameOf = (geohash: string) => string | undefined

/**
 * Describes an order of a bounty. Stands beside its price, so that payers see what was understood: with the name of a town, they notice
 * swapped numbers.
 */
export function describeOrder(
  order: { amountUsdc: number; deadlineDays: number; brief: string },
  nameOf: NameOf,
): string {
  const { amountUsdc, deadlineDays, brief } = order
  const days = deadlineDays === 1 ? 'one day' : `${deadlineDays} days`
  return `A bounty of ${amountUsdc} USDC, open for ${days} from the payment. All of it goes to the contributor whose film you accept, or back to the wallet that pays if you cancel or accept none. ${placeWords(brief, nameOf)}`
}

function placeWords(brief: string, nameOf: NameOf): string {
  const geohash = placeOf(brief)
  const bounds = geohash === undefined ? undefined : geohashBounds(geohash)
  if (geohash !== undefined && bounds)
    return `To be filmed in the cell ${geohash}, around ${roughPosition(bounds)}.${townWords(geohash, nameOf)}`
  const none = 'so searches by place do not find the bounty, and films cannot be compared with its place'
  const advice = 'Write a line of its own, such as "Place: geohash u281z5".'
  const unread = unreadPlace(brief)
  if (unread !== undefined)
    return `The "Place:" line of the brief was not understood (${faultOf(unread)}), ${none}. ${advice}`
  return hasPlaceInText(brief)
    ? `The brief has a "Place:" within a line of other words, which is not read, ${none}. ${advice}`
    : `The brief has no "Place:" line, ${none}. ${advice}`
}

function townWords(geohash: string, nameOf: NameOf): string {
  const name = nameOf(geohash)
  if (name === undefined) return ''
  if (name !== positionName(geohash)) return ` The name of this cell: ${name}.`
  return geohash.length < 5 ? '' : ` No town is known within ${farthestCityKm} km of it.`
}

const twoNumbers = /^[+-]?\d+(\.\d+)?[\s,;/]+[+-]?\d+(\.\d+)?$/

/** Why the text of a place line names no place. */
function faultOf(text: string): string {
  const [, geohash, rest] = /^geohash[ \t]+(\S*)(.*)$/i.exec(text) ?? []
  if (geohash !== undefined) {
    const [wrong] = /[^0-9b-hjkmnp-z]/i.exec(geohash) ?? []
    if (wrong !== undefined && /[a-z]/i.test(wrong))
      return `a geohash has no letter "${wrong}": it has digits, and letters except a, i, l and o`
    if (rest) return 'nothing may follow the geohash in its line'
    return 'after "geohash" come 1 to 6 characters: digits, and letters except a, i, l and o'
  }
  return twoNumbers.test(text)
    ? 'a position is a latitude of -90 to 90 and a longitude of -180 to 180, each with at least two decimals'
    : 'it is neither a geohash nor a position'
}
