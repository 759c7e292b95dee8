import type { BountyState } from '#lib/domain/bounty/bounty'
import type { moneyPlaces } from '#lib/schemas/operator-bounty'
import { capitalised } from '../words.ts'

/** As the interface calls it, to be read. */
export function stateText(state: BountyState): string {
  return state === 'expired_refunded' ? 'Expired, refunded' : capitalised(state)
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
