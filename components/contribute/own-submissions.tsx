'use client'
import Link from 'next/link'
import { Cairn } from '#components/ui/cairn'
import { WhenSignedIn } from '#components/wallet/when-signed-in'
import type { WalletSettings } from '#lib/client/wallet/wallet-config'
import { Earnings } from './earnings.tsx'
import { OwnSubmissionCard } from './own-submission.tsx'
import { useOwnSubmissions } from './use-own-submissions.ts'

/** Everything the reader has handed in, for whichever bounty. */
export default function OwnSubmissions({ wallet }: { wallet: WalletSettings }) {
  const purpose = 'Sign in with the wallet you handed films in with. It signs a message, which costs nothing.'
  return (
    <WhenSignedIn wallet={wallet} purpose={purpose}>
      <Earnings wallet={wallet} />
      <List wallet={wallet} />
    </WhenSignedIn>
  )
}

function List({ wallet }: { wallet: WalletSettings }) {
  const { data, error, isPending, hasNextPage, fetchNextPage, isFetchingNextPage } = useOwnSubmissions()
  if (isPending) return <p className="text-soft">Looking up your films…</p>
  if (error)
    return (
      <p role="alert" className="text-bad">
        {error.message}
      </p>
    )
  const submissions = data.pages.flatMap((page) => page.submissions)
  if (submissions.length === 0)
    return (
      <div className="flex flex-wrap items-center gap-8 border-t border-line pt-10">
        <Cairn className="w-28" stones={[{ state: 'open' }, { state: 'open' }, { state: 'set' }]} />
        <div>
          <h2 className="text-xl">Nothing handed in yet</h2>
          <p className="mt-2 text-soft">
            <Link href="/board" className="underline underline-offset-4">
              Look at the open bounties
            </Link>{' '}
            and film one.
          </p>
        </div>
      </div>
    )
  return (
    <>
      <ul className="border-t border-line">
        {submissions.map((submission) => (
          <li key={submission.submission_id} className="border-b border-line py-6">
            <h2 className="mb-3 text-lg [overflow-wrap:anywhere]">
              <Link
                href={`/board/${submission.bounty.bounty_id}`}
                className="underline-offset-4 hover:underline"
              >
                {submission.bounty.title}
              </Link>
            </h2>
            <OwnSubmissionCard submission={submission} wallet={wallet} />
          </li>
        ))}
      </ul>
      {hasNextPage && (
        <button
          type="button"
          className="button justify-self-start"
          disabled={isFetchingNextPage}
          onClick={() => fetchNextPage()}
        >
          Show older films
        </button>
      )}
    </>
  )
}
