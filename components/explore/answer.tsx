'use client'
import type { ReactNode } from 'react'
import { Hash } from '#components/ui/hash'
import { Moment } from '#components/ui/moment'
import { type ExportFormat, exportName, exportTypes } from '#lib/client/observation-exports'
import { saveText } from '../ui/save-text.ts'
import { AnswerCards } from './answer-cards.tsx'
import type { ShownAnswer } from './answer-for.ts'
import { CommissionLink } from './commission-link.tsx'
import type { ExploreNetwork } from './explore-types.ts'
import type { KnownAnswer } from './known-answers.ts'
import { cellsText, periodWords, usdcWords } from './words.ts'

type Props = {
  answer: ShownAnswer
  networks: readonly ExploreNetwork[]
  /** True if Pay was pressed for an answer that another tab had bought. */
  isSpared: boolean
  /** The cell in the middle of the area. */
  middle: string
  /** The price of another answer, in words. */
  price: string
  /** Changes the query to any time; absent if that would find nothing more. */
  onAnyTime: (() => void) | undefined
  now: Date
  selected: string | undefined
  onSelect: (geohash: string | undefined) => void
}

/** A paid answer as cards. An empty answer shows what the reader can do next. */
export function Answer(props: Props) {
  const { answer, networks, isSpared, middle, price, onAnyTime, now, selected, onSelect } = props
  const { observations, window } = answer.result
  const count = observations.length
  const isReused = answer.bought !== undefined
  const paid = `${usdcWords(BigInt(answer.receipt?.amount ?? answer.amount_atomic))} on ${nameOf(networks, answer.network)}`
  return (
    <section aria-label="Answer" className="grid min-w-0 gap-3">
      {isReused && (
        <p className="text-sm">
          This is part of the search that you bought <Moment iso={answer.asked_at} within />, so it costs
          nothing. Captures published since are not in it.
        </p>
      )}
      {isSpared && !isReused && (
        <p className="text-sm">
          You bought this search <Moment iso={answer.asked_at} within />, so nothing was paid now.
        </p>
      )}
      {count > 0 && (
        <p className="text-sm text-soft">
          Newest first{count === answer.state.limit ? '; there may be more' : ''}. Each card is the record of
          a capture: its place, time and proof. The photo or film itself is not included. {cellsText}
        </p>
      )}
      {count === 0 ? (
        <div className="grid justify-items-start gap-3 rounded-md border border-line bg-raised p-4 text-sm">
          <p>
            That does not mean that nothing happened there, only that nobody’s capture of it is here.
            {!isReused && ` You paid ${paid}.`}
          </p>
          {onAnyTime && (
            <p>
              You searched {periodWords(answer.state.window)} only. Another search costs {price} again, and
              nothing is charged until you confirm it.
            </p>
          )}
          <p className="flex flex-wrap gap-3">
            {onAnyTime && (
              <button type="button" className="button button-main" onClick={onAnyTime}>
                Search any time
              </button>
            )}
            <CommissionLink
              cell={middle}
              window={window}
              className={onAnyTime ? 'button' : 'button button-main'}
            >
              Commission a film here
            </CommissionLink>
          </p>
        </div>
      ) : (
        <AnswerCards observations={observations} now={now} selected={selected} onSelect={onSelect} />
      )}
      {count > 0 && !isReused && (
        <p className="text-xs text-soft">Paid {paid}. The receipt is under Details.</p>
      )}
    </section>
  )
}

/** Files of an answer, for other programs. */
export function Downloads({ answer }: { answer: KnownAnswer }) {
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
export function Receipt({ answer, networks }: { answer: KnownAnswer } & Pick<Props, 'networks'>) {
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
          <Moment iso={window.from} /> to <Moment iso={window.to} />
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

function nameOf(networks: readonly ExploreNetwork[], id: string): string {
  return networks.find((network) => network.id === id)?.name ?? id
}
