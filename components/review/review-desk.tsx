'use client'
import Link from 'next/link'
import { PlaceWords } from '#components/place/place-words'
import { placeOf, wordsOf } from '#lib/domain/bounty-place'
import type { Review } from '#lib/schemas/review'
import { BountyFacts, type ReviewNetwork } from './bounty-facts.tsx'
import { BountyWords } from './bounty-words.tsx'
import { CancelBounty } from './cancel-bounty.tsx'
import { Delivery } from './delivery.tsx'
import { Films } from './films.tsx'
import { lookUpProblem } from './look-up-problem.ts'
import { useReview } from './use-review.ts'

type Props = { bountyId: string; token: string; networks: readonly ReviewNetwork[] }

/** A poster's desk: where the bounty stands, what was handed in, and the choice. */
export function ReviewDesk(props: Props) {
  const review = useReview(props)
  if (review.isPending) return <p className="text-soft">Looking up the bounty…</p>
  if (!review.data)
    return (
      <div>
        <p role="alert" className="max-w-[60ch] text-bad">
          {lookUpProblem(review.error)}
        </p>
        <button type="button" className="button mt-4" onClick={() => review.refetch()}>
          Try again
        </button>
      </div>
    )
  return <Desk {...props} bounty={review.data} isStale={review.isError} />
}

/** A bounty as it was last read. */
export function Desk(props: Props & { bounty: Review; isStale: boolean }) {
  const { bounty, isStale, networks, ...access } = props
  const isOpen = bounty.status === 'open'
  const network = networks.find(({ id }) => id === bounty.network)
  const place = placeOf(bounty.brief)
  const accepted = bounty.submissions.find((submission) => submission.accepted)
  return (
    <div className="grid items-start gap-x-16 gap-y-10 lg:grid-cols-[minmax(0,1fr)_21rem]">
      <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-10">
        <p className="font-semibold lg:hidden">
          <BountyWords bounty={bounty} />
        </p>
        {isStale && (
          <p role="alert" className="border-l-2 border-wait pl-4 text-sm">
            Cairn cannot be reached just now; this is how things stood a moment ago.
          </p>
        )}
        {accepted && <Delivery submission={accepted} />}
        <Films {...access} bounty={bounty} networkName={network?.name ?? bounty.network} canAccept={isOpen} />
        <section aria-labelledby="wanted" className="border-t border-line pt-6">
          <h2 id="wanted" className="text-lg">
            What you asked for
          </h2>
          <p className="mt-3 max-w-[62ch] whitespace-pre-line [overflow-wrap:anywhere]">
            {wordsOf(bounty.brief)}
          </p>
          {place && (
            <p className="mt-4 text-sm">
              <span className="text-soft">Where: cell</span> <PlaceWords geohash={place} />
            </p>
          )}
        </section>
      </div>
      <BountyFacts bounty={bounty} network={network}>
        {isOpen && <CancelBounty {...access} bounty={bounty} networkName={network?.name ?? bounty.network} />}
        <PostAgain bountyId={props.bountyId} />
      </BountyFacts>
    </div>
  )
}

/** The same bounty once more, with a new deadline. */
function PostAgain({ bountyId }: { bountyId: string }) {
  return (
    <p className="mt-4 text-sm">
      <Link href={`/bounties/new?clone=${bountyId}`} className="underline underline-offset-4">
        Post again with a new deadline
      </Link>
    </p>
  )
}
