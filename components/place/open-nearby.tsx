'use client'
import { useQuery } from '@tanstack/react-query'
import Link from 'next/link'
import { callApi } from '#lib/client/call-api'
import { readableUsdc, wholeUsdc } from '#lib/domain/money/money'
import { boardPageSchema } from '#lib/schemas/board'

const areaCharacters = 4
const limit = 100

/** Other open bounties around a place with their amounts, for contributors to compare. */
export function OpenNearby({ place }: { place: string }) {
  const area = place.slice(0, areaCharacters)
  const { data } = useQuery({
    queryKey: ['open nearby', area],
    queryFn: ({ signal }) =>
      callApi({ path: `/api/board/bounties?near=${area}&limit=${limit}`, schema: boardPageSchema, signal }),
  })
  if (!data) return null
  const there = data.bounties.filter(({ geohash }) => geohash?.startsWith(area))
  const amounts = there.map(({ amount_usdc }) => amount_usdc)
  const [least, most] = [Math.min(...amounts), Math.max(...amounts)].map(inUsdc)
  return (
    <p className="text-sm text-soft sm:col-span-2">
      {there.length === 0
        ? 'No other open bounty near there.'
        : `${there.length === limit ? 'At least ' : ''}${there.length === 1 ? '1 open bounty near there pays' : `${there.length} open bounties near there pay`} ${least === most ? '' : `${least} to `}${most} USDC.`}{' '}
      <Link href={`/board?near=${area}`} target="_blank" className="underline underline-offset-4">
        See the board
      </Link>
    </p>
  )
}

function inUsdc(amount: number): string {
  return Number.isFinite(amount) ? readableUsdc(wholeUsdc(amount)) : ''
}
