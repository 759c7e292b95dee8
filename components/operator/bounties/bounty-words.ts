import type { BountyState } from '#lib/domain/bounty/bounty'
import type { moneyPlaces } from '#lib/schemas/operator-bounty'
import { capitalised } from '../words.ts'

/** A state as text: the name in the API, made readable. */
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

/** Where the money is now, as text. */
export function moneyIsText(place: Place): string {
  if (place === 'payer') return 'Back with its payer'
  return place === 'contributor' ? 'With the contributor' : `In the ${place}`
}
