'use client'
import type { ReactNode } from 'react'
import { Hash } from '#components/ui/hash'
import { Moment } from '#components/ui/moment'
import { type ExportFormat, exportName, exportTypes } from '#lib/client/observation-exports'
import { usePlaceNames } from '../place/use-place-names.ts'
import { saveText } from '../ui/save-text.ts'
import type { ShownAnswer } from './answer-for.ts'
import type { ExploreNetwork } from './explore-types.ts'
import type { KnownAnswer } from './known-answers.ts'
import { ObservationTable } from './observation-table.tsx'
import { isAnyTime, usdcWords } from './words.ts'

type Props = {
  answer: ShownAnswer
  networks: readonly ExploreNetwork[]
  isDemo: boolean
  now: Date
  selected: string | undefined
  onSelect: (geohash: string | undefined) => void
}

/** A paid answer as a table and as files, and the receipt of its payment. */
export function AnswerFiles({ answer, networks, isDemo, ...table }: Props) {
  const { observations } = answer.result
  return (
    <>
      {observations.length > 0 && (
        <>
          <ObservationTable observations={observations} {...table} />
          <Downloads answer={answer} isDemo={isDemo} />
        </>
      )}
      <Receipt answer={answer.bought ?? answer} networks={networks} />
    </>
  )
}

/** Files of an answer, for other programs. */
function Downloads({ answer, isDemo }: { answer: KnownAnswer; isDemo: boolean }) {
  const { observations } = answer.result
  const names = usePlaceNames([...new Set(observations.map(({ geohash }) => geohash))])
  const save = (format: ExportFormat) => {
    const { mime, write } = exportTypes[format]
    const text = write(observations, (geohash) => names.get(geohash), { isDemo })
    saveText(exportName(observations.length, format, new Date(answer.asked_at)), mime, text)
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
function Receipt({ answer, networks }: { answer: KnownAnswer } & Pick<Props, 'networks'>) {
  const { receipt, amount_atomic, network: id, asked_at } = answer
  const { window } = answer.result
  const network = networks.find((one) => one.id === id)
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-4 text-sm">
      <Row name="Paid">
        {usdcWords(BigInt(receipt?.amount ?? amount_atomic))} on {network?.name ?? id}
      </Row>
      <Row name="Captured">
        <span>
          {isAnyTime(answer.state.window) ? (
            'At any time'
          ) : (
            <>
              <Moment iso={window.from} /> to <Moment iso={window.to} />
            </>
          )}
        </span>
      </Row>
      <Row name="Asked">
        <Moment iso={asked_at} />
      </Row>
      {receipt && (
        <Row name="Transaction">
          <span className="flex flex-wrap items-center gap-x-3">
            <Hash value={receipt.transaction} label="the transaction of the payment" />
            {network?.explorerUrl && (
              <a href={`${network.explorerUrl}/tx/${receipt.transaction}`} target="_blank" rel="noreferrer">
                View on {network.name}
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
