import { expect, test } from 'vitest'
import { nearbyArea, nearbyPay } from './nearby-pay.ts'

const bounty = (geohash: string | null, amount_usdc: number) => ({ geohash, amount_usdc })

test('bounties on the other side of a cell edge count, and those beyond the radius do not', () => {
  // Florence lies on an edge: its centre is in srb1, and its western half in spzc.
  const area = nearbyArea('srb100')
  expect(area).toMatchObject({ geohash: 'srb10', radiusKm: 10 })
  const [duomo, novella, oltrarno, fiesole] = [
    bounty('srb100', 60),
    bounty('spzcpb', 80),
    bounty('spzbzz', 120),
    bounty('srb10y', 240),
  ]
  const [prato, pontassieve] = [bounty('spzcsk', 500), bounty('srb1h2', 700)]
  expect(nearbyPay(area, [duomo, novella, oltrarno, fiesole, pontassieve, prato])).toEqual({
    count: 4,
    leastUsdc: 60,
    mostUsdc: 240,
  })
  expect(nearbyPay(area, [pontassieve, bounty(null, 900)])).toMatchObject({ count: 0 })
})

test('counts the first rows of a board in the order of distance', () => {
  const area = nearbyArea('srb100')
  const rows = ['srb10', 'spzcpb', 'srb10y', 'spzby', 'spzcsk', 'srb1h2'].map((cell) => bounty(cell, 60))
  const counted = rows.map((row) => nearbyPay(area, [row]).count)
  expect(counted).toEqual([1, 1, 1, 1, 0, 0])
})

test('the radius covers a large area, and the address has five characters at most', () => {
  expect(nearbyArea('srb1')).toEqual({ geohash: 'srb1', radiusKm: 20 })
  expect(nearbyArea('srb')).toEqual({ geohash: 'srb', radiusKm: 100 })
  expect(nearbyArea('srb10012').geohash).toBe('srb10')
})
