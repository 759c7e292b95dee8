import type { BountyState } from '#lib/domain/bounty'
import type { moneyPlaces } from '#lib/schemas/operator-bounty'

/** As the interface calls it, to be read. */
export function stateText(state: BountyState): string {
  return state === 'expired_refunded' ? 'expired, refunded' : state
}

type Place = (typeof moneyPlaces)[number]

export const placeNames: Record<Place, string> = {
  payer: 'Payer',
  treasury: 'Treasury',
  escrow: 'Escrow',
  contributor: 'Contributor',
}

/** Where money is that is somewhere now. */
export function moneyIsText(place: Place): string {
  if (place === 'payer') return 'Back with its payer'
  return place === 'contributor' ? 'With the contributor' : `In the ${place}`
}
