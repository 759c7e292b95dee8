'use client'
import { AnswerFiles, AreaFields, LimitField, PastSearches, QueryCode } from './lazy.tsx'
import { More } from './more.tsx'
import type { PanelProps } from './panel-props.ts'

type Props = Pick<
  PanelProps,
  | 'settings'
  | 'explorer'
  | 'measured'
  | 'body'
  | 'quote'
  | 'answer'
  | 'answers'
  | 'now'
  | 'onArea'
  | 'onSelect'
  | 'onFound'
  | 'onForget'
  | 'onOpen'
>

export const receiptId = 'receipt'

/** Rarely needed parts: coordinates, the table with its hashes, files, the receipt, the search as code, and earlier searches. */
export function ExploreDetails(props: Props) {
  const { settings, explorer, measured, body, quote, answer, now } = props
  const { state, change } = explorer
  const [offer] = quote.is === 'offered' ? quote.offers : []
  return (
    <section aria-labelledby="details-title">
      <h2 id="details-title" className="pb-2 text-base font-semibold">
        Details
      </h2>
      {answer && (
        <More title={<span id={receiptId}>Table, downloads and receipt</span>}>
          <AnswerFiles
            answer={answer}
            networks={settings.networks}
            isDemo={settings.isDemo}
            now={now}
            selected={state.cell}
            onSelect={props.onSelect}
          />
        </More>
      )}
      <More title="Area by coordinates, text or file">
        <AreaFields area={state.area} measured={measured} onArea={props.onArea} onFound={props.onFound} />
        <LimitField limit={state.limit} onLimit={(limit) => change({ limit })} />
      </More>
      {body && offer && (
        <More title="This search as code">
          <QueryCode settings={settings} body={body} amountAtomic={offer.amountAtomic} />
        </More>
      )}
      {state.area && <PastSearchesPart {...props} />}
    </section>
  )
}

/** The searches that this browser has paid for: folded, and absent if there are none. */
export function PastSearchesPart(props: Pick<PanelProps, 'settings' | 'answers' | 'onForget' | 'onOpen'>) {
  const { settings, answers, onForget, onOpen } = props
  if (answers.length === 0) return null
  return (
    <More title={`Past searches (${answers.length})`}>
      <PastSearches answers={answers} networks={settings.networks} onOpen={onOpen} onForget={onForget} />
    </More>
  )
}
