import { cellDistance, describeDistance } from '#lib/domain/geo/cell-distance'
import type { ReviewedSubmission } from '#lib/schemas/review'
import { claimMark, sourceText } from './claim-words.ts'
import { FilmFact } from './film-fact.tsx'

type Props = { asked: string | undefined; submission: ReviewedSubmission }

/** The claimed place of a film, compared with the requested place. */
export function PlaceFact({ asked, submission }: Props) {
  const { geohash: claimed, place_match: match } = submission
  const source = sourceText(submission.place_from)
  if (claimed === null)
    return (
      <FilmFact is="careful" title="No place known">
        Neither the file nor its contributor names one.
      </FilmFact>
    )
  if (asked === undefined || match === 'unknown')
    return (
      <FilmFact is="noted" title="Filmed where the map shows">
        {source} {asked === undefined && 'You asked for no particular place.'}
      </FilmFact>
    )
  if (match === 'inside')
    return (
      <FilmFact is={claimMark(submission.place_from)} title="Inside your area">
        {source}
      </FilmFact>
    )
  const distance = cellDistance(asked, claimed)
  return (
    <FilmFact is="careful" title={match === 'near' ? 'Near your area' : 'Outside your area'}>
      {distance && `Distance: ${describeDistance(distance)}. `}
      {source}
    </FilmFact>
  )
}
