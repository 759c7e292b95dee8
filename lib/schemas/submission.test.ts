import { expect, test } from 'vitest'
import { parseInput } from '#lib/schemas/parse'
import { createSubmissionInput } from '#lib/schemas/submission'

const refusalOf = (location: unknown) => {
  try {
    return parseInput(createSubmissionInput, { upload_id: `upl_${'0'.repeat(32)}`, location })
  } catch (error) {
    return (error as Error).message
  }
}

test.each(['u33d8', 'u33d8a', 'Berlin', 'u33d8zu33d8zu', {}, [52.5, 13.4], { lat: '52.5', lon: 13.4 }, null])(
  'a place in no form we know is told both forms: %o',
  (location) => {
    expect(refusalOf(location)).toBe(
      'location must be {"lat": degrees, "lon": degrees}, or a geohash of 6 to 12 characters',
    )
  },
)
