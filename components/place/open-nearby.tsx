'use client'
import { useQuery } from '@tanstack/react-query'
import Link from 'next/link'
import { callApi } from '#lib/client/call-api'
import { readableUsdc, wholeUsdc } from '#lib/domain/money/money'
import { boardPageSchema } from '#lib/schemas/board'
import { nearbyArea, nearbyPay } from './nearby-pay.ts'

const limit = 100

/** The number and the pay of the open bounties around a place, to compare an amount with. They are the first ones of the linked board. */
export function OpenNearby({ place }: { place: string }) {
  const area = nearbyArea(place)
  const { data } = useQuery({
    queryKey: ['open nearby', area.geohash],
    queryFn: ({ signal }) =>
      callApi({
        path: `/api/board/bounties?near=${area.geohash}&limit=${limit}`,
        schema: boardPageSchema,
        signal,
      }),
    // A reader who comes back from the board compares its amounts with this line.
    staleTime: 60_000,
    refetchOnWindowFocus: true,
  })
  if (!data) return null
  return (
    <p className="text-sm text-soft">
      {sentence(area.radiusKm, nearbyPay(area, data.bounties))}{' '}
      <Link href={`/board?near=${area.geohash}`} target="_blank" className="underline underline-offset-4">
        See the board
      </Link>
    </p>
  )
}

function sentence(radiusKm: number, { count, leastUsdc, mostUsdc }: ReturnType<typeof nearbyPay>): string {
  const within = `within about ${radiusKm.toLocaleString('en')} km`
  if (count === 0) return `No other open bounty ${within}.`
  const pay = leastUsdc === mostUsdc ? inUsdc(mostUsdc) : `${inUsdc(leastUsdc)} to ${inUsdc(mostUsdc)}`
  const bounties = count === 1 ? '1 open bounty' : `${count} open bounties`
  return `${count === limit ? 'At least ' : ''}${bounties} ${within} ${count === 1 ? 'pays' : 'pay'} ${pay} USDC.`
}

function inUsdc(amount: number): string {
  return readableUsdc(wholeUsdc(amount))
}
