'use client'
import { useEffect, useState } from 'react'
import { maxLimit } from '#lib/domain/observations/query-limits'
import { AnswerFiles, AreaFields, PastSearches, QueryCode } from './lazy.tsx'
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
        <More title="Table, downloads and receipt">
          <AnswerFiles
            answer={answer}
            networks={settings.networks}
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

function LimitField({ limit, onLimit }: { limit: number; onLimit: (limit: number) => void }) {
  const [typed, setTyped] = useState(String(limit))
  useEffect(() => setTyped(String(limit)), [limit])
  const isLimit = /^\d{1,4}$/.test(typed) && Number(typed) >= 1 && Number(typed) <= maxLimit
  return (
    <div className="text-sm">
      <label className="flex items-center justify-between gap-3">
        <span className="font-semibold">Max results</span>
        <input
          className="field w-24"
          inputMode="numeric"
          value={typed}
          aria-invalid={!isLimit || undefined}
          aria-describedby="limit-problem"
          onChange={({ target }) => {
            setTyped(target.value)
            const next = Number(target.value)
            if (Number.isInteger(next) && next >= 1 && next <= maxLimit) onLimit(next)
          }}
          onBlur={() => !isLimit && setTyped(String(limit))}
        />
      </label>
      <p id="limit-problem" className="mt-1.5 text-bad empty:hidden">
        {isLimit ? '' : 'Use a whole number, 1–1,000.'}
      </p>
    </div>
  )
}
