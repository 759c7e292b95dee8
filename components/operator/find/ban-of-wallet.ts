import { readOperatorId } from '#lib/domain/access/operator-id'
import { bansPlace, type FoundAnything } from '#lib/schemas/operator-find'

/**
 * The action that bans the wallet that was searched for, or lifts its ban. `undefined` for other ids, for shortened ones that several
 * wallets have, and while it could not be checked whether the wallet is banned.
 */
export function banOfWallet({ id, places }: Pick<FoundAnything, 'id' | 'places'>) {
  const outcome = places.find(({ place }) => place === bansPlace)?.outcome
  if (readOperatorId(id).form !== 'address' || (outcome !== 'found' && outcome !== 'nothing'))
    return undefined
  const input = { wallet: id }
  return outcome === 'found'
    ? { asked: { action: 'unban_wallet' as const, input }, label: 'Lift the ban of this wallet' }
    : { asked: { action: 'ban_wallet' as const, input }, label: 'Ban this wallet' }
}
