'use client'
import Link from 'next/link'
import type { ReactNode } from 'react'
import { Hash } from '#components/ui/hash'
import { UtcTime } from '#components/ui/utc-time'
import { type ExportFormat, exportName, exportTypes } from '#lib/client/observation-exports'
import { saveText } from '../ui/save-text.ts'
import { captureLink } from './capture-link.ts'
import type { ExploreNetwork } from './explore-types.ts'
import { ObservationTable } from './observation-table.tsx'
import type { KnownAnswer } from './use-paid-answers.ts'
import { usdcWords } from './words.ts'

type Props = {
  answer: KnownAnswer
  networks: readonly ExploreNetwork[]
  /** How many cells were asked for, and the one in their middle. */
  cells: number
  middle: string
  now: Date
  selected: string | undefined
  onSelect: (geohash: string | undefined) => void
}

/** A paid answer: how it was paid, what is in it, and files of it. */
export function Results({ answer, networks, cells, middle, now, selected, onSelect }: Props) {
  const { observations, window } = answer.result
  const count = observations.length
  return (
    <section aria-labelledby="results-title" className="grid min-w-0 gap-4">
      <div>
        <h2 id="results-title" tabIndex={-1} className="text-lg outline-none">
          {count === 0
            ? 'Nothing is known here'
            : `${count.toLocaleString('en')} ${count === 1 ? 'observation' : 'observations'}`}
        </h2>
        <p className="text-sm text-soft">
          Captured from <UtcTime iso={window.from} /> to <UtcTime iso={window.to} />
          {count > 0 && count === answer.state.limit ? ', the newest; there may be more' : ''}.
        </p>
      </div>
      {count === 0 ? (
        <Nothing answer={answer} cells={cells} middle={middle} networks={networks} />
      ) : (
        <>
          <ObservationTable observations={observations} now={now} selected={selected} onSelect={onSelect} />
          <Downloads answer={answer} />
        </>
      )}
      <PaidWith answer={answer} networks={networks} />
    </section>
  )
}

function Nothing({
  answer,
  cells,
  middle,
  networks,
}: Pick<Props, 'answer' | 'cells' | 'middle' | 'networks'>) {
  const { window } = answer.result
  return (
    <div className="grid justify-items-start gap-3 rounded-lg border border-line bg-raised p-5 text-sm">
      <p>
        No attested capture is known in{' '}
        {cells === 1 ? 'this cell' : `these ${cells.toLocaleString('en')} cells`} in that window. It does not
        mean that nothing happened there, only that nobody’s capture of it is here.
      </p>
      <p className="text-soft">
        You were charged {usdcWords(BigInt(answer.amount_atomic))} on {nameOf(networks, answer.network)}:
        looking costs the same whether something is found or not.
      </p>
      <Link href={captureLink({ middle, window })} className="button button-main">
        Commission a capture here
      </Link>
    </div>
  )
}

function Downloads({ answer }: { answer: KnownAnswer }) {
  const { observations } = answer.result
  const save = (format: ExportFormat) => {
    const { mime, write } = exportTypes[format]
    saveText(exportName(observations.length, format, new Date(answer.asked_at)), mime, write(observations))
  }
  return (
    <p className="flex flex-wrap gap-2">
      {(Object.keys(exportTypes) as ExportFormat[]).map((format) => (
        <button key={format} type="button" className="button px-4" onClick={() => save(format)}>
          Save as {exportTypes[format].name}
        </button>
      ))}
    </p>
  )
}

/** The receipt of the settlement. */
function PaidWith({ answer, networks }: Pick<Props, 'answer' | 'networks'>) {
  const { receipt, amount_atomic, network: id, asked_at } = answer
  const network = networks.find((one) => one.id === id)
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-4 border-t border-line pt-3 text-sm">
      <Row name="Paid">
        {usdcWords(BigInt(receipt?.amount ?? amount_atomic))} on {network?.name ?? id}
      </Row>
      <Row name="Asked">
        <UtcTime iso={asked_at} />
      </Row>
      {receipt && (
        <Row name="Transaction">
          <span className="flex flex-wrap items-center gap-x-3">
            <Hash value={receipt.transaction} label="the transaction of the payment" />
            {network?.explorerUrl && (
              <a href={`${network.explorerUrl}/tx/${receipt.transaction}`} target="_blank" rel="noreferrer">
                See it on {network.name}
              </a>
            )}
          </span>
        </Row>
      )}
    </dl>
  )
}

function Row({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-soft">{name}</dt>
      <dd className="flex min-h-8 min-w-0 items-center">{children}</dd>
    </>
  )
}

function nameOf(networks: readonly ExploreNetwork[], id: string): string {
  return networks.find((network) => network.id === id)?.name ?? id
}
