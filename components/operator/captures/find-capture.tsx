'use client'
import Link from 'next/link'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { PlaceName } from '#components/place/place-name'
import { ApiRefusal } from '#lib/client/api-refusal'
import { type WithdrawalReason, withdrawalWords } from '#lib/domain/proof/withdrawal'
import { type OperatorCapture, operatorCaptureSchema } from '#lib/schemas/operator-captures'
import { ActionButton } from '../action-button.tsx'
import { Asked } from '../asked.tsx'
import { Facts } from '../facts.tsx'
import { Field, Select } from '../field.tsx'
import { FilterBar, TextFilter } from '../filters.tsx'
import { Hash } from '../hash.tsx'
import { useAsked } from '../operator-query.ts'
import { Part } from '../part.tsx'
import { StateWord } from '../state-word.tsx'
import { Time } from '../time-format.tsx'
import { useFilters } from '../use-filters.ts'
import {
  captureMarks,
  captureStateTexts,
  reasonOptions,
  sourceTexts,
  treeAndLeafText,
} from './capture-words.ts'
import { FileChoice } from './file-choice.tsx'
import { readCaptureId } from './read-capture-id.ts'

const hash = /^(?:sha256:|0x)?[0-9a-f]{64}$/i
const everyMs = 5_000

/** One capture, by its file or its leaf, and what can be done about it. It is above the fields, in sight of those who follow a link to it. */
export function FindCapture() {
  const [filters, change] = useFilters(['id'])
  const router = useRouter()
  const [problem, setProblem] = useState('')
  const { id: shown } = filters
  const read = ({ id = '' }: Record<string, string>) => {
    const found = readCaptureId(id)
    setProblem('problem' in found ? found.problem : '')
    if ('search' in found) router.push(`/operator/find?id=${encodeURIComponent(found.search)}`)
    return 'whole' in found ? { id: found.whole } : undefined
  }
  return (
    <Part title="One capture">
      {shown && hash.test(shown) && <Found key={shown} id={shown} />}
      <div className="grid gap-4">
        <FilterBar {...{ filters, change, read, button: 'Find capture' }}>
          <TextFilter name="id" label="Fingerprint (SHA-256) of the file, or its leaf" />
        </FilterBar>
        <p role="alert" className="text-sm text-bad empty:hidden">
          {problem}
        </p>
        <FileChoice
          onHashed={(sha256) => {
            setProblem('')
            change({ id: sha256 })
          }}
        />
      </div>
    </Part>
  )
}

function Found({ id }: { id: string }) {
  const query = useAsked({
    path: `captures/${encodeURIComponent(id)}`,
    schema: operatorCaptureSchema,
    everyMs: (capture) => (capture?.state === 'waiting' || capture?.state === 'attesting' ? everyMs : false),
  })
  if (query.error instanceof ApiRefusal && query.error.status === 404)
    return (
      <p role="status" className="border-l-2 border-line pl-4">
        No capture or leaf has these digits.
      </p>
    )
  return <Asked query={query}>{(capture) => <CaptureFacts capture={capture} />}</Asked>
}

function CaptureFacts({ capture }: { capture: OperatorCapture }) {
  const { sha256, withdrawal, film } = capture
  return (
    <article aria-label="The capture" className="rounded-md border border-line bg-raised p-4 sm:p-6">
      <p role="status" className="font-semibold">
        <StateWord is={captureMarks[capture.state]} wraps>
          {captureStateTexts[capture.state]}
          {withdrawal &&
            `. Reason: ${withdrawalWords[withdrawal.reason].toLowerCase()}, as in the public count`}
        </StateWord>
      </p>
      {withdrawal ? (
        <div className="mt-4">
          <ActionButton
            asked={{ action: 'restore_capture', input: { sha256 } }}
            label="Restore this capture"
          />
        </div>
      ) : (
        capture.source !== 'model' && <Withdraw sha256={sha256} />
      )}
      <Facts
        className="mt-4 border-t border-line pt-4 grid gap-x-8 gap-y-4 text-sm sm:grid-cols-2 lg:grid-cols-3"
        of={[
          ['Fingerprint (SHA-256)', <Hash key="sha" value={sha256} label="fingerprint" />],
          [
            'Place',
            <span key="cell">
              <PlaceName geohash={capture.geohash} />, cell <code>{capture.geohash}</code>
            </span>,
          ],
          ['Claimed capture time', <Time key="captured" iso={capture.captured_at} />],
          ['Received', <Time key="received" iso={capture.received_at} />],
          withdrawal && ['Withdrawn', <Time key="withdrawn" iso={withdrawal.withdrawn_at} />],
          [
            'Came as',
            [
              sourceTexts[capture.source],
              capture.media_type,
              capture.byte_length !== null && `${capture.byte_length.toLocaleString('en')} bytes`,
            ]
              .filter(Boolean)
              .join(', '),
          ],
          ['Tree and leaf', <TreeAndLeaf key="tree" capture={capture} />],
          ['Hash of the leaf', <Hash key="leaf" value={capture.leaf_hash} label="hash of the leaf" />],
          film && [
            'Film',
            <span key="film">
              <Link
                href={`/operator/bounties/${encodeURIComponent(film.bounty_id)}`}
                className="link wrap-anywhere"
              >
                submission <code>{film.submission_id}</code>
              </Link>
              {!film.is_delivered && ', not delivered by its bounty'}
            </span>,
          ],
          capture.report && [
            'Reported',
            <span key="report">
              <Link href={`/operator/reports/${capture.report.id}`} className="link">
                its report
              </Link>
              {capture.report.is_waiting && ' waits for a decision'}
            </span>,
          ],
          capture.made_from && [
            'Made from',
            <Link key="from" href={`/operator/captures?id=${capture.made_from}`} className="link">
              its capture
            </Link>,
          ],
          [
            'In public',
            <Link key="public" href={`/verify/${sha256}`} className="link">
              its proof
            </Link>,
          ],
        ]}
      />
    </article>
  )
}

function TreeAndLeaf({ capture }: { capture: OperatorCapture }) {
  const { tree_id: tree, leaf_index: leaf, leaf_hash: hash, state } = capture
  if (tree === null) return 'none yet'
  const text = treeAndLeafText(tree, leaf)
  if (state === 'attesting') return text
  return (
    <Link href={`/trees/${tree}?leaf=${hash}`} className="link">
      {text}
    </Link>
  )
}

/** Nothing is preselected, because the reason is counted in public. */
function Withdraw({ sha256 }: { sha256: string }) {
  const [reason, setReason] = useState<WithdrawalReason | ''>('')
  return (
    <div className="mt-4 flex flex-wrap items-end gap-x-4 gap-y-3">
      <Field label="Reason, for the public count">
        {(ids) => (
          <Select
            {...{ ...ids, value: reason, options: reasonOptions, onChange: setReason }}
            prompt="Choose one…"
          />
        )}
      </Field>
      {reason === '' ? (
        <>
          <button type="button" className="button" disabled>
            Withdraw this capture
          </button>
          <p className="w-full text-sm text-soft">
            To withdraw it, choose the reason that the public count shows. You write why, for the audit log,
            in the next step.
          </p>
        </>
      ) : (
        <ActionButton
          asked={{ action: 'withdraw_capture', input: { sha256, public_reason: reason } }}
          label="Withdraw this capture"
        />
      )}
    </div>
  )
}
