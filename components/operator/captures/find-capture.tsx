'use client'
import Link from 'next/link'
import { useState } from 'react'
import { Fact } from '#components/ui/fact'
import { Hash } from '#components/ui/hash'
import { ApiRefusal } from '#lib/client/call-api'
import { type WithdrawalReason, withdrawalWords } from '#lib/domain/withdrawal'
import type { OperatorCapture } from '#lib/schemas/operator-captures'
import { ActionButton } from '../action-button.tsx'
import { Asked } from '../asked.tsx'
import { FindField } from '../find-field.tsx'
import { StateWord } from '../state-word.tsx'
import { Time } from '../time-format.tsx'
import { useFilters } from '../use-filters.ts'
import { captureMarks, captureStateTexts, reasonOptions, sourceTexts } from './capture-words.ts'
import { useCapture } from './use-captures.ts'

const hash = /^(?:sha256:|0x)?[0-9a-f]{64}$/i

/** One capture, by its file or its leaf, and what can be done about it. */
export function FindCapture() {
  const [{ id: shown }, change] = useFilters(['id'])
  return (
    <section aria-labelledby="find-capture">
      <h2 id="find-capture" className="text-lg">
        One capture
      </h2>
      <div className="mt-3 grid grid-cols-1 gap-6">
        <div className="grid max-w-3xl">
          <FindField
            label="Fingerprint (SHA-256) of the file, or its leaf"
            button="Find capture"
            value={shown}
            problemOf={problemOf}
            onFind={(id) => change({ id: id.toLowerCase() })}
          />
        </div>
        {shown && hash.test(shown) && <Found key={shown} id={shown} />}
      </div>
    </section>
  )
}

function problemOf(text: string): string {
  const isFit = text === '' || hash.test(text)
  return isFit ? '' : 'A fingerprint (SHA-256) or a leaf has 64 hexadecimal digits.'
}

function Found({ id }: { id: string }) {
  const query = useCapture(id)
  if (query.error instanceof ApiRefusal && query.error.status === 404)
    return (
      <p role="status" className="border-l-2 border-line pl-4">
        No capture and no leaf of this service has these digits.
      </p>
    )
  return <Asked query={query}>{(capture) => <CaptureFacts capture={capture} />}</Asked>
}

function CaptureFacts({ capture }: { capture: OperatorCapture }) {
  const { sha256, withdrawal, film } = capture
  return (
    <article aria-label="The capture" className="rounded-md border border-line bg-raised p-4 sm:p-6">
      <p role="status" className="font-semibold">
        <StateWord is={captureMarks[capture.state]}>
          {captureStateTexts[capture.state]}
          {withdrawal && `, for the public count: ${withdrawalWords[withdrawal.reason].toLowerCase()}`}
        </StateWord>
      </p>
      <dl className="mt-4 grid gap-x-8 gap-y-4 text-sm sm:grid-cols-2 lg:grid-cols-3">
        <Fact name="Fingerprint (SHA-256)">
          <Hash value={sha256} label="fingerprint" />
        </Fact>
        <Fact name="Cell">
          <code>{capture.geohash}</code>
        </Fact>
        <Fact name="Captured, as claimed">
          <Time iso={capture.captured_at} />
        </Fact>
        <Fact name="Received">
          <Time iso={capture.received_at} />
        </Fact>
        {withdrawal && (
          <Fact name="Withdrawn">
            <Time iso={withdrawal.withdrawn_at} />
          </Fact>
        )}
        <Fact name="Came as">
          {sourceTexts[capture.source]}
          {capture.media_type && `, ${capture.media_type}`}
          {capture.byte_length !== null && `, ${capture.byte_length.toLocaleString('en')} bytes`}
        </Fact>
        <Fact name="Tree and leaf">
          {capture.tree_id === null ? (
            'none yet'
          ) : capture.state === 'attesting' ? (
            `tree ${capture.tree_id}, leaf ${capture.leaf_index}`
          ) : (
            <Link href={`/trees/${capture.tree_id}?leaf=${capture.leaf_hash}`} className="link">
              tree {capture.tree_id}, leaf {capture.leaf_index}
            </Link>
          )}
        </Fact>
        <Fact name="Hash of the leaf">
          <Hash value={capture.leaf_hash} label="hash of the leaf" />
        </Fact>
        {film && (
          <Fact name="Film">
            <Link
              href={`/operator/bounties/${encodeURIComponent(film.bounty_id)}`}
              className="link [overflow-wrap:anywhere]"
            >
              submission <code>{film.submission_id}</code>
            </Link>
            {!film.is_delivered && ', not delivered by its bounty'}
          </Fact>
        )}
        {capture.made_from && (
          <Fact name="Made from">
            <Link href={`/operator/captures?id=${capture.made_from}`} className="link">
              its capture
            </Link>
          </Fact>
        )}
        <Fact name="For everybody">
          <Link href={`/verify/${sha256}`} className="link">
            what a check of it says
          </Link>
        </Fact>
      </dl>
      {withdrawal ? (
        <div className="mt-6 border-t border-line pt-4">
          <ActionButton
            asked={{ action: 'restore_capture', input: { sha256 } }}
            label="Restore this capture"
          />
        </div>
      ) : (
        capture.source !== 'model' && <Withdraw sha256={sha256} />
      )}
    </article>
  )
}

/** Nothing is chosen beforehand: what is counted in public is to be meant. */
function Withdraw({ sha256 }: { sha256: string }) {
  const [reason, setReason] = useState<WithdrawalReason | ''>('')
  return (
    <div className="mt-6 flex flex-wrap items-end gap-x-4 gap-y-3 border-t border-line pt-4">
      <label className="grid gap-1">
        <span className="caption">Reason, for the public count</span>
        <select
          className="field font-sans"
          value={reason}
          onChange={({ target }) => setReason(target.value as WithdrawalReason)}
        >
          <option value="">Choose one…</option>
          {reasonOptions.map(([value, text]) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </select>
      </label>
      {reason === '' ? (
        <button type="button" className="button" disabled>
          Withdraw this capture
        </button>
      ) : (
        <ActionButton
          asked={{ action: 'withdraw_capture', input: { sha256, public_reason: reason } }}
          label="Withdraw this capture"
        />
      )}
    </div>
  )
}
