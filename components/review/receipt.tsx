'use client'
import Link from 'next/link'
import { QueryProvider } from '#components/query-provider'
import { Mark } from '#components/site/mark'
import { UtcDate } from '#components/ui/utc-time'
import { type ReceiptLine, readBountyReceipt } from '#lib/client/bounty-receipt'
import { serviceNow } from '#lib/client/service-clock'
import type { Review } from '#lib/schemas/review'
import { isWrongKey, lookUpProblem } from './look-up-problem.ts'
import { useBountyKeys } from './use-bounty-keys.ts'
import { useReview } from './use-review.ts'

type Props = {
  bountyId: string
  networks: readonly { id: string; name: string }[]
  /** The money is test money. */
  isDemo: boolean
}

/** One printable page about the payments of a bounty, for a browser that has its key. */
export default function ReceiptPage(props: Props) {
  const key = useBountyKeys().find(({ bounty_id }) => bounty_id === props.bountyId)
  if (!key) return <NoKey bountyId={props.bountyId} />
  return (
    <QueryProvider>
      <Loaded {...props} token={key.agent_token} />
    </QueryProvider>
  )
}

function NoKey({ bountyId }: Pick<Props, 'bountyId'>) {
  return (
    <>
      <h1 className="text-2xl">Receipt</h1>
      <p className="mt-4 max-w-[60ch]">
        Only the poster of a bounty has its receipt, and this browser does not have the key.{' '}
        <Link href={`/bounties/${bountyId}`} className="link">
          Open the bounty
        </Link>
      </p>
    </>
  )
}

function Loaded({ token, ...props }: Props & { token: string }) {
  const { data, error } = useReview({ bountyId: props.bountyId, token })
  if (data) return <Receipt {...props} bounty={data} />
  if (isWrongKey(error)) return <NoKey bountyId={props.bountyId} />
  return error ? (
    <p role="alert" className="text-bad">
      {lookUpProblem(error)}
    </p>
  ) : (
    <p role="status" className="text-soft">
      Loading the bounty…
    </p>
  )
}

function Receipt({ bounty, bountyId, networks, isDemo }: Props & { bounty: Review }) {
  const name = networks.find(({ id }) => id === bounty.network)?.name ?? bounty.network
  const receipt = readBountyReceipt(bounty, name)
  return (
    <article data-sheet aria-labelledby="receipt-title" className="space-y-6 print:text-sm">
      <div className="flex flex-wrap gap-2 max-sm:*:grow print:hidden">
        <button type="button" className="button button-main" onClick={() => window.print()}>
          Print this receipt
        </button>
        <Link href={`/bounties/${bountyId}`} className="button">
          Back to the bounty
        </Link>
      </div>
      <p className="-mt-3 text-sm text-soft print:hidden">
        To save the receipt as a file, choose “Save as PDF” as the printer in the window that opens.
      </p>
      <div className="rounded-xl border border-line bg-raised p-5 sm:p-10 print:rounded-none print:border-0 print:bg-transparent print:p-0">
        <p className="mb-5 flex items-center gap-2 text-lg font-semibold">
          <Mark className="size-7" />
          Cairn <span className="font-normal text-soft">receipt</span>
        </p>
        <h1 id="receipt-title" className="text-2xl">
          {receipt.heading}
        </h1>
        <p className="mt-2 text-sm text-soft">
          As of <UtcDate show="exact" iso={serviceNow().toISOString()} />
        </p>
        {isDemo && (
          <p className="mt-4 border-l-4 border-line pl-3" data-demo>
            Demonstration: this bounty was paid with test money on a test chain. This is no receipt of real
            money.
          </p>
        )}
        <Lines title="The bounty" lines={receipt.bounty} />
        <Lines title="The payments" lines={receipt.payments} />
        <p className="mt-6 max-w-[65ch] border-t border-line pt-5 text-sm text-soft print:max-w-none">
          Cairn charged no fee: the whole amount is for the contributor or goes back to the wallet that paid.
          Times are in UTC, as Cairn recorded them; the network has the transactions themselves. This lists
          payments, and is not a tax invoice.
        </p>
      </div>
    </article>
  )
}

function Lines({ title, lines }: { title: string; lines: readonly ReceiptLine[] }) {
  return (
    <section aria-label={title} className="mt-6 border-t border-line pt-5">
      <h2 className="text-lg">{title}</h2>
      <dl className="mt-3 grid gap-x-6 gap-y-2 text-sm sm:grid-cols-[13rem_minmax(0,1fr)] print:grid-cols-[13rem_minmax(0,1fr)]">
        {lines.map(({ name, value, kind, detail }) => (
          <div key={name} className="contents">
            <dt className="text-soft">{name}</dt>
            <dd className="wrap-anywhere max-sm:mb-2">
              {kind === 'time' ? (
                <UtcDate show="exact" iso={value} />
              ) : kind === 'id' ? (
                <code className="block text-xs break-all text-balance">{value}</code>
              ) : (
                value
              )}
              {detail && <code className="ml-2 text-xs text-soft">{detail}</code>}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
