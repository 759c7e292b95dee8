import { defaultLimit } from '#lib/domain/bounty/board-limits'
import type { BoardSort } from '#lib/schemas/board'

// The address of the board with its filters.

/** The filters and the order of the board, all of which are in the address. */
export type BoardWish = {
  /** A geohash of at most five characters, so that the reader's place stays coarse. */
  near?: string | undefined
  sort: BoardSort
  network?: string | undefined
  minAmountUsdc?: number | undefined
  endsWithinDays?: number | undefined
  hasPlace?: boolean | undefined
  view: 'list' | 'map'
  limit: number
}

/** The finest precision of a reader's own place in an address, and so in logs: a cell of about five kilometres. */
export const nearCharacters = 5

export function boardLink(wish: BoardWish, cursor?: string): string {
  const { near, sort, network, minAmountUsdc, endsWithinDays, hasPlace, view, limit } = wish
  const usualSort = near === undefined ? 'newest' : 'nearest'
  const query = new URLSearchParams({
    ...(view === 'list' ? {} : { view }),
    ...(near === undefined ? {} : { near }),
    ...(sort === usualSort || (sort === 'nearest' && near === undefined) ? {} : { sort }),
    ...(network === undefined ? {} : { network }),
    ...(minAmountUsdc === undefined ? {} : { min_amount_usdc: String(minAmountUsdc) }),
    ...(endsWithinDays === undefined ? {} : { ends_within_days: String(endsWithinDays) }),
    ...(hasPlace === undefined ? {} : { has_place: String(hasPlace) }),
    ...(limit === defaultLimit ? {} : { limit: String(limit) }),
    ...(cursor === undefined ? {} : { cursor }),
  }).toString()
  return query === '' ? '/board' : `/board?${query}`
}

/** The order after the reader sets or clears a place. */
export function withNear(wish: BoardWish, near: string | undefined): BoardWish {
  if (near === undefined) return { ...wish, near, sort: wish.sort === 'nearest' ? 'newest' : wish.sort }
  return { ...wish, near, sort: 'nearest' }
}

/** How many filters are set. */
export function countFilters({ network, minAmountUsdc, endsWithinDays, hasPlace }: BoardWish): number {
  return [network, minAmountUsdc, endsWithinDays, hasPlace].filter((wish) => wish !== undefined).length
}

export function withoutFilters({ near, sort, view, limit }: BoardWish): BoardWish {
  return { near, sort, view, limit }
}
