'use client'
import { useEffect, useState } from 'react'
import { Fact } from '#components/ui/fact'
import { NotLoaded } from '#components/ui/load-part'
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
  const [isLost, setIsLost] = useState(false)
  useEffect(() => {
    if (isLost) return
    let isLeft = false
    const show = async (readFacts: FactReader) => {
      // Nothing is said of what could not be read.
      const facts = await readFacts(file).catch(() => undefined)
      if (facts && !isLeft) setRead({ file, facts })
    }
    loadReader(kind).then(show, () => !isLeft && setIsLost(true))
    return () => {
      isLeft = true
    }
  }, [file, kind, isLost])
  if (isLost) return <NotLoaded name="What the file itself says" onRetry={() => setIsLost(false)} />
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

type FactReader = (file: File) => Promise<StatedFacts | undefined>

async function loadReader(kind: 'photo' | 'film'): Promise<FactReader> {
  if (kind === 'photo') {
    const { readPhotoClaims } = await import('#lib/client/photo-claims')
    return async (file) => {
      const claims = await readPhotoClaims(file)
      return claims && statedFacts(claims)
    }
  }
  const { readFilmClaims } = await import('#lib/client/film-claims')
  return async (file) => {
    const claims = await readFilmClaims(file)
    return claims && statedFacts(filmPlaceAndTime(claims))
  }
}
