'use client'
import dynamic from 'next/dynamic'
import { Asked } from '../asked.tsx'
import { FreezeByHand } from '../freeze-state.tsx'
import { Audits } from './audits.tsx'
import { BountyFigures } from './bounty-figures.tsx'
import { Needs } from './needs.tsx'
import { KeyFigures, MoneyFigures, ProviderFigures } from './network-figures.tsx'
import { useOverview } from './use-overview.ts'
import { Verdict } from './verdict.tsx'
import { QueueFigures, RunFigures, WorkerFigures } from './work-figures.tsx'

// What draws is wanted on this page alone, and after what is read at once.
const History = dynamic(() => import('./history.tsx'), {
  ssr: false,
  loading: () => <p className="text-soft">Loading…</p>,
})

/** In five seconds: is every cent there, and what needs a hand. Below that, all it follows from. */
export function OverviewPage() {
  const overview = useOverview()
  return (
    <div className="grid grid-cols-1 gap-10">
      <h1 className="sr-only">Overview</h1>
      <Asked query={overview}>
        {({ money, needs, networks, bounties, queues, workers, runs }) => (
          <div className="grid grid-cols-1 gap-10">
            <Verdict money={money} />
            <Needs needs={needs} />
            <MoneyFigures networks={networks} />
            <History />
            <div className="grid grid-cols-1 items-start gap-10 lg:grid-cols-2">
              <BountyFigures bounties={bounties} />
              <div className="grid min-w-0 grid-cols-1 gap-10">
                <QueueFigures queues={queues} />
                <RunFigures runs={runs} />
              </div>
            </div>
            <KeyFigures networks={networks} />
            <div className="grid grid-cols-1 items-start gap-10 lg:grid-cols-2">
              <ProviderFigures networks={networks} />
              <WorkerFigures workers={workers} />
            </div>
          </div>
        )}
      </Asked>
      <Audits />
      <FreezeByHand />
    </div>
  )
}
