'use client'
import { PlaceName } from '#components/place/place-name'
import { placeOf, wordsOf } from '#lib/domain/bounty/bounty-place'

/** The instructions of a bounty, and its place by name. */
export function Instructions({ brief }: { brief: string }) {
  const place = placeOf(brief)
  return (
    <>
      <p className="max-w-[70ch] whitespace-pre-line wrap-anywhere">{wordsOf(brief)}</p>
      {place && (
        <p className="mt-2 text-sm">
          <PlaceName geohash={place} className="font-semibold" />{' '}
          <code className="text-xs text-soft">{place}</code>
        </p>
      )}
    </>
  )
}
