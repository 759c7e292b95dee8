'use client'
import Link from 'next/link'
import type { Overview } from '#lib/schemas/operator-overview'
import { Asked } from '../asked.tsx'
import { FreezeByHand } from '../freeze-state.tsx'
import { useClockText } from '../time-format.tsx'
import { useNetworkName } from '../use-operator.ts'
import { FigureCard } from './figure-card.tsx'
import { figuresOf, recordedOf } from './figures.ts'
import { HeadlinePanel } from './headline.tsx'
import { IncidentQueue } from './incident-queue.tsx'
import { headlineOf, unreachedHeadline } from './incidents.ts'
import { useOverview, usePulse, useSecondsSince } from './use-overview.ts'

/** The headline, the incidents with their next steps, and a few figures. */
export function OverviewPage() {
  const overview = useOverview()
  const timeText = useClockText()
  const reading = { secondsAgo: useSecondsSince(overview.dataUpdatedAt), timeText, nameOf: useNetworkName() }
  return (
    <div className="grid grid-cols-1 gap-6">
      <h1 className="sr-only">Overview</h1>
      {overview.error && <HeadlinePanel headline={unreachedHeadline(overview.data?.at ?? null, reading)} />}
      <Asked query={overview}>
        {(seen) => (
          <>
            {!overview.error && <HeadlinePanel headline={headlineOf(seen, reading)} />}
            <IncidentQueue needs={seen.needs} />
            <Figures seen={seen} />
          </>
        )}
      </Asked>
      <div className="flex flex-wrap items-center justify-between gap-x-8 gap-y-3">
        <p className="flex flex-wrap gap-x-6 gap-y-2">
          <Link href="/operator/figures" className="link">
            All figures, charts and audits
          </Link>
          <Link href="/operator/figures#money" className="link">
            Escrow now, by network
          </Link>
        </p>
        <FreezeByHand />
      </div>
    </div>
  )
}

function Figures({ seen }: { seen: Overview }) {
  const timeText = useClockText()
  return (
    <Asked query={usePulse()}>
      {(pulse) => (
        <div className="grid grid-cols-1 gap-4 has-[details[open]]:items-start sm:grid-cols-2 xl:grid-cols-4">
          {figuresOf(pulse, seen, timeText).map((figure) => (
            <FigureCard
              key={figure.title}
              figure={figure}
              times={recordedOf(pulse).points.map(({ at }) => at)}
            />
          ))}
        </div>
      )}
    </Asked>
  )
}
