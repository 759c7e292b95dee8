'use client'
import Link from 'next/link'
import { Hash } from '#components/ui/hash'
import { Moment } from '#components/ui/moment'
import type { WalletSettings } from '#lib/client/wallet/wallet-config'
import { readableUsdc, wholeUsdc } from '#lib/domain/money/money'
import { networkName, transactionUrl } from './network-name.ts'
import { useOwnSubmissions } from './use-own-submissions.ts'

/** Each payment, with its time and transaction. */
export function Payments({ wallet }: { wallet: WalletSettings }) {
  const { data, hasNextPage, fetchNextPage, isFetchingNextPage } = useOwnSubmissions()
  const paid = data?.pages.flatMap((page) => page.submissions).filter((one) => one.accept_tx !== null) ?? []
  if (paid.length === 0 && !hasNextPage) return null
  return (
    <section aria-labelledby="payments">
      <h2 id="payments" className="text-lg">
        Payments
      </h2>
      <ul className="mt-3 border-t border-line">
        {paid.map(({ submission_id: id, bounty, accept_tx: tx, paid_at: paidAt }) => (
          <li key={id} className="border-b border-line py-3">
            <p className="flex items-baseline justify-between gap-6">
              <Link href={`/board/${bounty.bounty_id}`} className="min-w-0 wrap-anywhere hover:underline">
                {bounty.title}
              </Link>
              <span className="flex-none font-semibold tabular-nums">
                {readableUsdc(wholeUsdc(bounty.amount_usdc))} USDC
              </span>
            </p>
            {paidAt && (
              <p className="text-sm text-soft">
                <Moment iso={paidAt} />
              </p>
            )}
            <details className="text-sm text-soft">
              <summary className="min-h-8 content-center pointer-coarse:min-h-11">Details</summary>
              <p className="mt-1 flex flex-wrap items-center gap-x-3">
                On {networkName(wallet, bounty.network)}, transaction
                <Hash value={tx!} label="the transaction that paid you" />
                <Explorer url={transactionUrl(wallet, bounty.network, tx!)} />
              </p>
            </details>
          </li>
        ))}
      </ul>
      {hasNextPage && (
        <button
          type="button"
          className="button mt-4"
          disabled={isFetchingNextPage}
          onClick={() => fetchNextPage()}
        >
          Look for older payments
        </button>
      )}
    </section>
  )
}

function Explorer({ url }: { url: string | undefined }) {
  if (url === undefined) return null
  return (
    <a href={url} target="_blank" rel="noreferrer">
      see it in the explorer
    </a>
  )
}
