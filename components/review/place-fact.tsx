import { CellMap } from '#components/place/cell-map'
import { PlaceName } from '#components/place/place-name'
import { cellDistance, describeDistance } from '#lib/domain/geo/cell-distance'
import type { ReviewedSubmission } from '#lib/schemas/review'
import { claimMark, claimTitle, sourceText } from './claim-words.ts'
import { FilmFact, lowEnd, RecordNotSold } from './film-fact.tsx'

type Props = { asked: string | undefined; submission: ReviewedSubmission }

/** The claimed place of a film, compared with the requested place. */
export function PlaceFact({ asked, submission }: Props) {
  const { geohash: claimed, place_match: match } = submission
  if (claimed === null)
    return (
      <FilmFact is="careful" title="No place known">
        Neither the file nor its contributor names one.
      </FilmFact>
    )
  const isCompared = asked !== undefined && match !== 'unknown'
  const isInside = isCompared && match === 'inside'
  const isClaim = submission.place_from === 'declared'
  const distance = isCompared && !isInside && cellDistance(asked, claimed)
  return (
    <FilmFact
      is={isInside ? claimMark(submission.place_from) : isCompared ? 'careful' : 'noted'}
      title={
        isCompared
          ? claimTitle(places[match], isClaim)
          : isClaim
            ? 'Claimed: filmed where the map shows'
            : 'Filmed where the map shows'
      }
      map={
        <div>
          <CellMap
            geohash={claimed}
            isDark
            shows="width"
            className="aspect-[2/1] w-full rounded-md border border-line object-cover"
          />
        </div>
      }
    >
      <p className={`text-ink ${lowEnd}`}>
        <PlaceName geohash={claimed} />{' '}
        <code title="Area code (geohash)" className="text-xs text-soft">
          {claimed}
        </code>
      </p>
      {distance && `Distance: ${describeDistance(distance)}. `}
      {sourceText(submission.place_from)}
      {isCompared && match === 'elsewhere' && (
        <>
          {' '}
          <RecordNotSold misfit="place" />
        </>
      )}
      {asked === undefined && ' You asked for no particular place.'}
    </FilmFact>
  )
}

const places = { inside: 'inside your area', near: 'near your area', elsewhere: 'outside your area' }
