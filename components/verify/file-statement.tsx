'use client'
import { useEffect, useState } from 'react'
import { Fact } from '#components/ui/fact'
import { Moment } from '#components/ui/moment'
import { filmPlaceAndTime } from '#lib/domain/film/film-place-and-time'
import { positionName } from '#lib/domain/geo/rough-position'
import { type StatedFacts, statedFacts } from '#lib/domain/proof/stated-facts'

/**
 * For a photo or film without a record: the time and place in its metadata. They are read on this device. The place is shown as a position
 * without a name, because asking the service for the name would tell it the place.
 */
export default function FileStatement({ file, kind }: { file: File; kind: 'photo' | 'film' }) {
  const [read, setRead] = useState<{ file: File; facts: StatedFacts }>()
  useEffect(() => {
    let isLeft = false
    readFacts(file, kind).then(
      (facts) => facts && !isLeft && setRead({ file, facts }),
      // Nothing is said of what could not be read.
      () => undefined,
    )
    return () => {
      isLeft = true
    }
  }, [file, kind])
  if (read?.file !== file) return null
  const { time, geohash } = read.facts
  if (!time && !geohash) return null
  return (
    <section aria-labelledby="stated" className="border-l-2 border-line pl-4 text-sm">
      <h2 id="stated" className="caption">
        The file itself says, and anybody can change that
      </h2>
      <dl className="mt-2 grid gap-x-6 gap-y-2 sm:grid-cols-2">
        {time && (
          <Fact name="Time">
            {time.endsWith('Z') ? <Moment iso={time} /> : `${time.replace('T', ', ')}, without a time zone`}
          </Fact>
        )}
        {geohash && (
          <Fact name="Place">
            {positionName(geohash)}, cell <code>{geohash}</code>
          </Fact>
        )}
      </dl>
    </section>
  )
}

async function readFacts(file: File, kind: 'photo' | 'film'): Promise<StatedFacts | undefined> {
  if (kind === 'photo') {
    const { readPhotoClaims } = await import('#lib/client/photo-claims')
    const claims = await readPhotoClaims(file)
    return claims && statedFacts(claims)
  }
  const { readFilmClaims } = await import('#lib/client/film-claims')
  const claims = await readFilmClaims(file)
  return claims && statedFacts(filmPlaceAndTime(claims))
}
