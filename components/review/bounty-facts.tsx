import Link from 'next/link'
import { Fact } from '#components/ui/fact'
import { Moment } from '#components/ui/moment'
import { readableUsdc, wholeUsdc } from '#lib/domain/money/money'
import type { Review } from '#lib/schemas/review'
import { BountyTimeline } from './bounty-timeline.tsx'

export type ReviewNetwork = { id: string; name: string; explorerUrl: string | undefined }
type Props = { bounty: Review; network: ReviewNetwork | undefined }

/** The states of a bounty that ended otherwise than by its deadline. */
const endedEarly: readonly Review['status'][] = ['accepted', 'cancelling', 'cancelled', 'failed']

/** The state of the money: the amount, the wallet that paid, each step so far, and the next one. */
export function BountyFacts({ bounty, network }: Props) {
  const hasDeadline = !endedEarly.includes(bounty.status)
  return (
    <aside
      aria-label="State of the bounty"
      className="min-w-0 rounded-xl border border-line bg-raised p-5 sm:p-6"
    >
      <p className="flex flex-wrap items-baseline gap-x-2">
        <span className="text-xl font-semibold tracking-tight tabular-nums">
          {readableUsdc(wholeUsdc(bounty.amount_usdc))} USDC
        </span>
        <span className="text-soft">on {network?.name ?? bounty.network}</span>
      </p>
      <div className="mt-5">
        <BountyTimeline bounty={bounty} explorerUrl={network?.explorerUrl} />
      </div>
      <dl className="mt-5 grid gap-4 empty:hidden border-t border-line pt-5 text-sm">
        {hasDeadline && (
          <Fact name="Deadline">
            <Moment saysZone iso={bounty.deadline} />
          </Fact>
        )}
        {bounty.board_url && (
          <Fact name="For contributors">
            <a href={bounty.board_url}>The page on the board</a>
          </Fact>
        )}
      </dl>
      <p className="mt-5 border-t border-line pt-4 text-sm">
        <Link href={`/bounties/${bounty.bounty_id}/receipt`} prefetch={false} className="link">
          Save a receipt
        </Link>
      </p>
    </aside>
  )
}
