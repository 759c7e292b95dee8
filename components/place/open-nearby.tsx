'use client'
import { useQuery } from '@tanstack/react-query'
import Link from 'next/link'
import { callApi } from '#lib/client/call-api'
import { formatUsdc, wholeUsdc } from '#lib/domain/money'
import { boardPageSchema } from '#lib/schemas/board'

const areaCharacters = 4
const limit = 100

/** What else is wanted around a place, and for how much: what a contributor there compares with. */
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
    <p className="text-sm text-soft">
      {there.length === 0
        ? `No other bounty is open around there (cell ${area}).`
        : `Open around there (cell ${area}): ${there.length === limit ? 'at least ' : ''}${there.length}, for ${least === most ? '' : `${least} to `}${most} USDC.`}{' '}
      <Link href={`/board?near=${area}`} target="_blank" className="underline underline-offset-4">
        See the board there
      </Link>
    </p>
  )
}

function inUsdc(amount: number): string {
  return Number.isFinite(amount) ? formatUsdc(wholeUsdc(amount)) : ''
}
