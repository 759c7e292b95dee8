'use client'
import { type ReactNode, useContext } from 'react'
import { Hash } from '#components/ui/hash'
import { Moment } from '#components/ui/moment'
import type { CheckRow } from '#lib/client/check-row'
import {
  anchoredAt,
  cluesOf,
  contradictionIn,
  isNotCompared,
  listedVerdict,
  sizeText,
} from '#lib/client/check-view'
import { clueWords } from '#lib/client/clue-words'
import { readerTimeZone } from '#lib/client/reader-time-zone'
import { verdictNames } from '#lib/client/verdict-names'
import { isoSeconds } from '#lib/domain/text/iso-time'
import { unbrokenDates } from '#lib/domain/text/unbroken-dates'
import { ClaimedPlace } from './claimed-place.tsx'
import { FileReport } from './file-proof.tsx'
import { LocalPicture } from './local-picture.tsx'
import { isWithoutProof } from './proof-actions.tsx'
import { contradictionMarks } from './stated-words.ts'
import { SurroundingsContext } from './surroundings.ts'
import { VerdictIcon, verdictTones } from './verdict-icon.tsx'

type Props = {
  row: CheckRow
  /** The name of an earlier file of the list with the same bytes. */
  sameAs?: string | undefined
  columnCount: number
  isOpen: boolean
  onToggle: () => void
  onCancel: () => void
  onRepeat: () => void
}

/** One of many files: a line, and below it the whole report when it is opened. */
export function FileRow({ row, sameAs, columnCount, isOpen, onToggle, onCancel, onRepeat }: Props) {
  const slash = row.name.lastIndexOf('/') + 1
  const [folder, name] = [row.name.slice(0, slash), row.name.slice(slash)]
  const time = anchoredAt(row)
  const isModel = row.modelFileCount !== undefined
  const proof = row.report?.recomputed?.holds ? row.report.proof : undefined
  const place = proof && <ClaimedPlace geohash={proof.geohash} isGiven={row.bundle !== undefined} />
  const claimedTime = proof && <Moment iso={proof.captured_at} />
  const since = time > 0 && (
    <span className="block pl-7 text-xs text-soft md:hidden">
      Since <Moment iso={isoSeconds(time)} within />
    </span>
  )
  const detailId = `report-${row.id}`
  return (
    <>
      <tr
        data-verdict={row.state === 'done' ? row.report?.verdict : undefined}
        className="border-b border-line"
      >
        <th scope="row" className="relative w-full min-w-0 py-1 pr-2 font-normal sm:pr-4 lg:w-[28%]">
          <button
            type="button"
            aria-expanded={isOpen}
            aria-controls={isOpen ? detailId : undefined}
            onClick={onToggle}
            // The whole cell is pressed, also the place in it.
            className={`flex items-center gap-2 text-left after:absolute after:inset-0 hover:underline ${place ? 'max-lg:pt-2 lg:min-h-11' : 'min-h-11'}`}
          >
            <svg
              viewBox="0 0 10 10"
              className={`size-2.5 flex-none motion-safe:transition-transform ${isOpen ? 'rotate-90' : ''}`}
              aria-hidden="true"
              fill="currentColor"
            >
              <path d="M2 0l7 5-7 5z" />
            </svg>
            <span className="[overflow-wrap:anywhere]">
              {folder && <span className="text-soft">{folder}</span>}
              {name}
              {row.bundle && !row.isProofAlone && <span className="text-soft"> with a proof</span>}
            </span>
          </button>
          {sameAs !== undefined && (
            <span className="mb-2 block pl-4.5 text-xs font-semibold [overflow-wrap:anywhere]">
              Same file as {sameAs}
            </span>
          )}
          {place && (
            <span className="mb-2 block pl-4.5 text-xs text-soft lg:hidden">
              {place}, <Moment iso={proof.captured_at} within />, claimed
            </span>
          )}
        </th>
        <td className="hidden pr-6 text-right whitespace-nowrap text-soft tabular-nums sm:table-cell">
          {sizeText(row.sizeBytes)}
        </td>
        <td className="min-w-30 py-1.5 sm:pr-4 sm:whitespace-nowrap lg:min-w-64">
          <State row={row} since={since} />
        </td>
        <td className="hidden min-w-52 py-1.5 pr-4 lg:table-cell">
          {place ?? '–'}
          {claimedTime && <span className="block text-xs text-soft">{claimedTime}</span>}
        </td>
        <td className="hidden pr-4 xl:table-cell">
          {row.sha256 ? (
            <>
              <Hash
                value={row.sha256}
                label={isModel ? `fingerprint of the manifest in ${name}` : `fingerprint of ${name}`}
              />
              {isModel && <span className="block pb-1 text-xs text-soft">of its manifest</span>}
            </>
          ) : (
            '–'
          )}
        </td>
        <td className="hidden whitespace-nowrap md:table-cell">
          {time > 0 ? <Moment iso={isoSeconds(time)} /> : '–'}
        </td>
      </tr>
      {isOpen && (
        <tr className="border-b border-line">
          <td id={detailId} colSpan={columnCount} className="px-0 py-6 text-base sm:px-4">
            <div className="grid gap-6 lg:grid-cols-[minmax(0,22rem)_minmax(0,1fr)]">
              {row.file && (
                <div className="relative isolate h-60 overflow-hidden rounded-lg bg-sunken">
                  <LocalPicture file={row.file} />
                </div>
              )}
              <div className="min-w-0 max-w-3xl">
                <FileReport row={row} level={2} onCancel={onCancel} onRepeat={onRepeat} />
              </div>
            </div>
          </td>
        </tr>
      )}
    </>
  )
}

/** @param props.since when its record was anchored, below its verdict */
function State({ row, since }: { row: CheckRow; since: ReactNode }) {
  if (row.state === 'done' && row.report) {
    const { verdict } = row.report
    return (
      <>
        <span className={`flex items-center gap-2 ${verdictTones[verdict]}`}>
          <VerdictIcon verdict={verdict} className="size-5 flex-none" />
          <span>
            {verdictNames[listedVerdict(row.report)]}
            {row.report.withdrawnAt && ', withdrawn'}
          </span>
        </span>
        {since}
        <Clues row={row} />
      </>
    )
  }
  if (row.state === 'hashing')
    return (
      <span className="text-soft tabular-nums">
        Hashing, {Math.floor((100 * row.doneBytes) / Math.max(1, row.sizeBytes))}%
      </span>
    )
  const words = { waiting: 'Waiting', asking: 'Looking up', cancelled: 'Cancelled', done: '' }
  return <span className="text-soft">{words[row.state]}</span>
}

/** What was found in a file without a record, what was not compared or not given, and where a file contradicts its record. */
function Clues({ row }: { row: CheckRow }) {
  const names = cluesOf(row)
  const contradiction = contradictionIn(row)
  const marks = contradiction ? contradictionMarks(contradiction, readerTimeZone()) : []
  const around = useContext(SurroundingsContext)
  const isProofMissing = around && row.report && isWithoutProof(row.report, around)
  const note =
    row.clues?.isOver === false
      ? 'Looking closer…'
      : isProofMissing
        ? 'No proof given'
        : isNotCompared(row) && 'Looks not compared'
  if (names.length === 0 && marks.length === 0 && !note) return null
  return (
    <ul className="mb-1 pl-7 text-xs" data-clues={names.join(' ')}>
      {names.map((name) => (
        <li
          key={name}
          className={`font-semibold ${name === 'changed_credentials' ? 'text-bad' : 'text-wait'}`}
        >
          {clueWords[name]}
        </li>
      ))}
      {marks.map((mark) => (
        <li key={mark} className="max-w-56 font-semibold whitespace-normal text-wait">
          {unbrokenDates(mark)}
        </li>
      ))}
      {note && <li className="text-soft">{note}</li>}
    </ul>
  )
}
