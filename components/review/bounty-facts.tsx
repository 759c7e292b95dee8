import type { ReactNode } from 'react'
import { Fact } from '#components/ui/fact'
import { Hash } from '#components/ui/hash'
import { UtcTime } from '#components/ui/utc-time'
import { formatUsdc, wholeUsdc } from '#lib/domain/money'
import type { Review } from '#lib/schemas/review'
import { BountyTimeline } from './bounty-timeline.tsx'

export type ReviewNetwork = { id: string; name: string; explorerUrl: string | undefined }
type Props = { bounty: Review; network: ReviewNetwork | undefined; children: ReactNode }

/** How much it is about, how it stands, and who has paid; what can be done about it comes last. */
export function BountyFacts({ bounty, network, children }: Props) {
  return (
    <aside aria-label="State of the bounty" className="min-w-0">
      <p className="flex flex-wrap items-baseline gap-x-2.5 border-t border-line pt-6">
        <span className="text-[2.4rem] leading-none font-semibold tracking-tight tabular-nums">
          {formatUsdc(wholeUsdc(bounty.amount_usdc))}
        </span>
        <span className="text-lg text-soft">USDC on {network?.name ?? bounty.network}</span>
      </p>
      <div className="mt-6 border-t border-line pt-6">
        <BountyTimeline bounty={bounty} explorerUrl={network?.explorerUrl} />
      </div>
      <dl className="mt-6 grid gap-4 border-t border-line pt-6 text-sm">
        <Fact name="Deadline">
          <UtcTime iso={bounty.deadline} />
        </Fact>
        <Fact name="Paid by, and paid back to">
          <Hash value={bounty.payer} label="the wallet that paid" />
        </Fact>
        {bounty.board_url && (
          <Fact name="For contributors">
            <a href={bounty.board_url}>Its page on the board</a>
          </Fact>
        )}
      </dl>
      {children}
    </aside>
  )
}
