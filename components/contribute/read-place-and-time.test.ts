import { expect, test } from 'vitest'
import { readPlaceAndTime } from './read-place-and-time.ts'

const read = (place: string, { time = '', chosen }: { time?: string; chosen?: string } = {}) => {
  const form = new FormData()
  form.set('place', place)
  form.set('time', time)
  return readPlaceAndTime(form, chosen)
}

test.each([
  ['48.8584, 2.2945', 'u09tun'],
  [' -33.9 ,151 ', 'r3grhh'],
  ['U09TUN', 'u09tun'],
  ['u09tunquc1', 'u09tun'],
])('%s is a place, and only its cell is sent', (text, location) => {
  expect(read(text)).toEqual({ given: { location } })
})

test.each(['u09tu', 'Paris', 'Dresden', 'qqqzzx', '48.8584', '48,8584; 2,2945', 'u09tua'])(
  '%s is refused as a place',
  (text) => {
    expect(read(text)).toMatchObject({ problem: { field: 'location' } })
  },
)

test('a place that was picked from the list is sent, and the text of the field is ignored', () => {
  expect(read('Paris, France', { chosen: 'u09tun' })).toEqual({ given: { location: 'u09tun' } })
  expect(read('', { chosen: 'u09tun' })).toEqual({ given: { location: 'u09tun' } })
})

test('an empty form sends nothing, and a local time is sent in UTC', () => {
  expect(read('')).toEqual({ given: {} })
  const local = '2026-03-04T15:05'
  expect(read('', { time: local })).toEqual({ given: { captured_at: new Date(local).toISOString() } })
})
