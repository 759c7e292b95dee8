import Link from 'next/link'
import type { ReactNode } from 'react'
import { PlaceName } from '#components/place/place-name'
import { placeOf, wordsOf } from '#lib/domain/bounty/bounty-place'
import type { Review } from '#lib/schemas/review'
import { BountyFacts, type ReviewNetwork } from './bounty-facts.tsx'
import { CancelBounty } from './cancel-bounty.tsx'
import { ShareModel } from './share-model.tsx'

type Props = {
  bounty: Review
  bountyId: string
  token: string
  network: ReviewNetwork | undefined
  /** What happens after a film was accepted, and the files. */
  progress?: ReactNode
  files?: ReactNode
}

/** States in which the outcome of the order is open and no film can be submitted, so posting again is not offered. */
const underWay: readonly Review['status'][] = ['paid', 'creating', 'accepting']

/** The order, the state of the money, and the other actions of the bounty. */
export function BountyDetails({ bounty, network, progress, files, ...access }: Props) {
  const place = placeOf(bounty.brief)
  const isOpen = bounty.status === 'open'
  return (
    <div className="page mt-10 grid items-start gap-x-16 gap-y-8 lg:grid-cols-[minmax(0,1fr)_24rem]">
      <div className="grid min-w-0 gap-12">
        {progress}
        {bounty.submissions.some((film) => film.accepted && film.reconstruction_status === 'ready') &&
          bounty.status === 'accepted' && <ShareModel {...access} pageUrl={bounty.model_page_url} />}
        {files && <div className="lg:hidden">{files}</div>}
        <section aria-labelledby="wanted" className="min-w-0">
          <h2 id="wanted" className="text-lg">
            What you asked for
          </h2>
          <p className="mt-3 max-w-[62ch] whitespace-pre-line wrap-anywhere">{wordsOf(bounty.brief)}</p>
          {place && (
            <p className="mt-4 text-sm">
              <PlaceName geohash={place} className="font-semibold" />{' '}
              <code title="Area code (geohash)" className="text-xs text-soft">
                {place}
              </code>
            </p>
          )}
          {!underWay.includes(bounty.status) && (
            <>
              <Link href={`/bounties/new?clone=${bounty.bounty_id}`} className="button mt-8">
                {isOpen ? 'Post another like this' : 'Post again with a new deadline'}
              </Link>
              <p className="mt-2 max-w-[62ch] text-sm text-soft">
                {isOpen ? 'Posting another' : 'Posting again'} opens a new order with the same text and
                amount, which you can change and which is paid separately.
              </p>
              {isOpen && (
                <div className="mt-6">
                  <CancelBounty {...access} bounty={bounty} networkName={network?.name ?? bounty.network} />
                </div>
              )}
            </>
          )}
        </section>
      </div>
      <div className="grid min-w-0 gap-4">
        {files && <div className="max-lg:hidden">{files}</div>}
        {/* Without films, these facts are at the top of the page, where the poster looks after paying. */}
        {bounty.submissions.length > 0 && <BountyFacts bounty={bounty} network={network} />}
      </div>
    </div>
  )
}
