'use client'
import Link from 'next/link'
import { Moment } from '#components/ui/moment'
import { SignedInAs } from '#components/wallet/sign-in'
import { WhenSignedIn } from '#components/wallet/when-signed-in'
import type { WalletSettings } from '#lib/client/wallet/wallet-config'
import { acceptedFilms, filmNumbers } from './film-numbers.ts'
import { NoFilms } from './no-films.tsx'
import { Notices } from './notices.tsx'
import { OwnSubmissionCard } from './own-submission.tsx'
import { UnfinishedUploads } from './unfinished-uploads.tsx'
import { useOwnSubmissions } from './use-own-submissions.ts'

/** All submissions of the signed-in wallet, for any bounty. */
export default function OwnSubmissions({ wallet }: { wallet: WalletSettings }) {
  return (
    <WhenSignedIn
      wallet={wallet}
      purpose="Sign in with the wallet that you submit films with. It signs a message, which is free."
      saysWho
    >
      <div className="grid grid-cols-1 items-start gap-8 xl:grid-cols-[minmax(0,1fr)_22rem]">
        <div className="grid min-w-0 gap-8">
          <UnfinishedUploads isWide />
          {wallet.demo && (
            <p className="max-w-[65ch] text-sm text-soft">
              All visitors of this demonstration share the demo wallet: signed in with it, you also see films
              of others.
            </p>
          )}
          <List wallet={wallet} />
        </div>
        <div className="min-w-0 xl:sticky xl:top-6">
          <Notices />
        </div>
      </div>
      <SignedInAs />
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
      <NoFilms title="No films yet" text="Choose an open bounty, film the place, and follow the film here." />
    )
  const numbers = filmNumbers(submissions)
  const accepted = acceptedFilms(submissions)
  return (
    <>
      <ul className="grid gap-4">
        {submissions.map((submission) => (
          <li key={submission.submission_id}>
            <OwnSubmissionCard
              submission={submission}
              wallet={wallet}
              chosen={accepted.get(submission.bounty.bounty_id)?.number}
            >
              <h2 className="text-lg leading-snug wrap-anywhere">
                <Link
                  href={`/board/${submission.bounty.bounty_id}`}
                  className="underline-offset-4 hover:underline"
                >
                  {submission.bounty.title}
                </Link>
              </h2>
              {numbers.has(submission.submission_id) && (
                <p className="mt-0.5 text-sm font-semibold">
                  Your film {numbers.get(submission.submission_id)}, submitted{' '}
                  <Moment within iso={submission.submitted_at} />
                </p>
              )}
            </OwnSubmissionCard>
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
