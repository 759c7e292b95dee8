'use client'
import { useQuery } from '@tanstack/react-query'
import Link from 'next/link'
import { CellMap } from '#components/place/cell-map'
import { PlaceName } from '#components/place/place-name'
import { QueryProvider } from '#components/query-provider'
import { Moment } from '#components/ui/moment'
import { rememberLookAlike } from '#lib/client/look-alikes'
import { lookUp, type Records } from '#lib/client/look-up'
import { arePlacesApart } from '#lib/domain/proof/contradiction'
import type { MatchAnswer } from '#lib/schemas/likeness'
import { recordOfLookAlike } from './look-alike.tsx'

type Props = { matches: MatchAnswer['matches']; linkedSha256: string | undefined }

/** Attested captures as cards that lead to their proofs: the claimed place and time, and how alike they look. */
export function LikenessMatches(props: Props) {
  return (
    <QueryProvider>
      <Matches {...props} />
    </QueryProvider>
  )
}

function Matches({ matches, linkedSha256 }: Props) {
  const ids = matches.map(({ sha256 }) => sha256)
  const { data: records, isPending } = useQuery({
    queryKey: ['records', ...ids],
    queryFn: ({ signal }) => lookUp(ids, signal),
  })
  const places = records?.flatMap(({ proof }) => (proof?.status === 'anchored' ? [proof.geohash] : []))
  return (
    <>
      {places && arePlacesApart(places) && (
        <p className="mt-3 max-w-[66ch] font-semibold">
          They claim different places, so not all can be right.
        </p>
      )}
      <ul className="@container mt-3 grid gap-2">
        {matches.map(({ sha256, similarityScore }, order) => (
          <li
            key={sha256}
            className="relative flex flex-col gap-x-4 gap-y-3 rounded-md @md:flex-row @md:items-center border border-line bg-raised p-3 has-[a:hover]:border-edge"
          >
            <Claims
              sha256={sha256}
              isLoading={isPending}
              proof={records?.[order]?.proof}
              alike={alikeWords(similarityScore, sha256 === linkedSha256)}
              isOfLink={sha256 === linkedSha256}
            />
          </li>
        ))}
      </ul>
    </>
  )
}

/** Wide enough for the names on a still map. */
const mapSize = 'aspect-[8/5] w-full flex-none rounded-sm @md:w-52'

/** A score of 100 compares looks only, and a reader would take it for the same file. */
function alikeWords(similarityScore: number, isOfLink: boolean): string {
  const looks = isOfLink ? 'The file of this link looks' : 'Looks'
  return similarityScore === 100
    ? `${looks} the same, but is another file`
    : `${looks} ${similarityScore}% alike, but is another file`
}

/** The fingerprint alone if the record could not be fetched. */
function Claims(props: {
  sha256: string
  isLoading: boolean
  proof: Records['proof'] | undefined
  alike: string
  /** True for the capture in the address of the page. */
  isOfLink: boolean
}) {
  const { sha256, isLoading, proof, alike, isOfLink } = props
  const link = {
    className: 'font-semibold underline underline-offset-4 after:absolute after:inset-0 after:rounded-md',
    href: recordOfLookAlike(sha256),
    onClick: () => rememberLookAlike(sha256),
    prefetch: false,
    // In this tab the address would be the same, and the page would go on to show the file.
    // The new one gets the memory of this tab only with an opener.
    ...(isOfLink && { target: '_blank', rel: 'opener' }),
  }
  if (proof?.status !== 'anchored')
    return (
      <>
        {isLoading && <span className={`${mapSize} bg-sunken`} />}
        <span className="min-w-0">
          <Link {...link} className={`${link.className} wrap-anywhere`}>
            {isLoading ? (
              'See its record'
            ) : (
              <>
                Record of <code>{sha256.slice(0, 12)}…</code>
              </>
            )}
          </Link>
          <span className="block text-soft">{alike}</span>
        </span>
      </>
    )
  return (
    <>
      <CellMap
        geohash={proof.geohash}
        shows="whole"
        className={`${mapSize} border border-line object-cover`}
      />
      <span className="min-w-0">
        <Link {...link}>
          <PlaceName geohash={proof.geohash} />
        </Link>
        <span className="block text-soft">
          Captured <Moment within iso={proof.captured_at} show="date" />, as claimed
        </span>
        <span className="block text-soft">{alike}</span>
      </span>
    </>
  )
}
