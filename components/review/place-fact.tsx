import { CellMap } from '#components/place/cell-map'
import { PlaceName } from '#components/place/place-name'
import { cellDistance, describeDistance } from '#lib/domain/geo/cell-distance'
import type { ReviewedSubmission } from '#lib/schemas/review'
import { claimMark, sourceText } from './claim-words.ts'
import { FilmFact, lowEnd } from './film-fact.tsx'

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
  const distance = isCompared && !isInside && cellDistance(asked, claimed)
  return (
    <FilmFact
      is={isInside ? claimMark(submission.place_from) : isCompared ? 'careful' : 'noted'}
      title={isCompared ? titles[match] : 'Filmed where the map shows'}
      map={
        <div>
          <CellMap
            geohash={claimed}
            isDark
            className="aspect-[2/1] w-full rounded-md lg:[@media(height>=68rem)]:aspect-[5/2] border border-line object-cover"
          />
        </div>
      }
    >
      <p className={`text-ink ${lowEnd}`}>
        <PlaceName geohash={claimed} /> <code className="text-xs text-soft">{claimed}</code>
      </p>
      {distance && `Distance: ${describeDistance(distance)}. `}
      {sourceText(submission.place_from)}
      {asked === undefined && ' You asked for no particular place.'}
    </FilmFact>
  )
}

const titles = { inside: 'Inside your area', near: 'Near your area', elsewhere: 'Outside your area' }
