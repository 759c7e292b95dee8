'use client'
import { Asked } from '../asked.tsx'
import { PageHead } from '../part.tsx'
import { ScrollToAddressed } from '../scroll-to-addressed.tsx'
import { Audits } from './audits.tsx'
import { BountyFigures } from './bounty-figures.tsx'
import { History } from './history.tsx'
import { movedOf } from './incidents.ts'
import { KeyFigures, MoneyFigures, ProviderFigures } from './network-figures.tsx'
import { useOverview } from './use-overview.ts'
import { QueueFigures, RunFigures, WorkerFigures } from './work-figures.tsx'

/** All figures of the service, now and over time. */
export function FiguresPage() {
  return (
    <div className="grid grid-cols-1 gap-12">
      <PageHead title="Figures">
        The money as the last audit found it, how things went over time, and what each part of the service
        does now.
      </PageHead>
      <History />
      <Asked query={useOverview()}>
        {(seen) => {
          const { networks, bounties, queues, workers, runs } = seen
          return (
            <div className="grid grid-cols-1 gap-12">
              <ScrollToAddressed />
              <MoneyFigures networks={networks} moved={movedOf(seen)} />
              <div className="grid grid-cols-1 items-start gap-12 xl:grid-cols-2">
                <BountyFigures bounties={bounties} />
                <div className="grid min-w-0 grid-cols-1 gap-12">
                  <QueueFigures queues={queues} />
                  <RunFigures runs={runs} />
                </div>
              </div>
              <KeyFigures networks={networks} isServiceFrozen={seen.frozen !== null} />
              <div className="grid grid-cols-1 items-start gap-12 xl:grid-cols-2">
                <ProviderFigures networks={networks} />
                <WorkerFigures workers={workers} />
              </div>
            </div>
          )
        }}
      </Asked>
      <Audits />
    </div>
  )
}
