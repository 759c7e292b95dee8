import { hasUnreadPlace, placeOf } from '#lib/domain/bounty/bounty-place'
import { geohashBounds } from '#lib/domain/geo/geohash-area'
import { roughPosition } from '#lib/domain/geo/rough-position'

/** Describes an order of a bounty. Stands beside its price, so that payers see what was understood. */
export function describeOrder(order: { amountUsdc: number; deadlineDays: number; brief: string }): string {
  const { amountUsdc, deadlineDays, brief } = order
  const days = deadlineDays === 1 ? 'one day' : `${deadlineDays} days`
  return `A bounty of ${amountUsdc} USDC, open for ${days} from the payment. All of it goes to the contributor whose film you accept, or back to the wallet that pays if you cancel or accept none. ${placeWords(brief)}`
}

function placeWords(brief: string): string {
  const geohash = placeOf(brief)
  const bounds = geohash === undefined ? undefined : geohashBounds(geohash)
  if (bounds) return `To be filmed in the cell ${geohash}, around ${roughPosition(bounds)}.`
  const none = 'so searches by place do not find the bounty, and films cannot be compared with its place'
  const advice = 'Write a line such as "Place: geohash u281z5".'
  return hasUnreadPlace(brief)
    ? `The "Place:" line of the brief was not understood, ${none}. ${advice}`
    : `The brief has no "Place:" line, ${none}. ${advice}`
}
