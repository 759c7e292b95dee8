import { type OperatorId, readOperatorId } from '#lib/domain/access/operator-id'
import type { Found, FoundAnything } from '#lib/schemas/operator-find'
import { hrefOf } from './subject-link.tsx'

type Entry = Pick<Found, 'kind' | 'id' | 'text'> & { href: string }

/** The results that have a page. */
export function foundIn(found: readonly Found[]): Entry[] {
  return found.flatMap((one) => (one.href === null ? [] : [{ ...one, href: one.href }]))
}

/** The wallet that was asked for by its address, or by a shortened one, as the console prints it, that only this wallet has. */
export function walletOf(
  asked: OperatorId,
  answer: Pick<FoundAnything, 'id'> | undefined,
): string | undefined {
  const whole = asked.form === 'shortened' && answer ? readOperatorId(answer.id) : asked
  return whole.form === 'address' ? whole.value : undefined
}

/** The first result for an address. The others are lists in which a wallet has only one of its roles. */
export function walletEntry(address: string): Entry {
  return {
    kind: 'wallet',
    id: address,
    href: hrefOf('wallet', address),
    text: 'All that is recorded of it: payments, bounties, films, bans, and what operators did. It can be banned there.',
  }
}
