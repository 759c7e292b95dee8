'use client'
import { Moment } from '#components/ui/moment'
import type { RunSnapshot } from '#lib/client/check-row'
import type { CheckRun } from '#lib/client/check-run'
import { type RunSummary, sizeText, verdictOrder } from '#lib/client/check-view'
import { isoSeconds } from '#lib/domain/text/iso-time'
import { countText } from './verdict-copy.ts'

type Props = { run: CheckRun; snapshot: RunSnapshot; summary: RunSummary }

/** The progress of all files in bytes, until all are done. */
export function RunProgress({ run, snapshot, summary }: Props) {
  const { totalBytes, doneBytes, counts, isOver, looking, notCompared } = summary
  return (
    <div className="mt-3">
      {!isOver && (
        <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
          <div className="min-w-52 flex-1">
            <p className="flex flex-wrap justify-between gap-x-4 text-sm">
              <span>
                {doneBytes < totalBytes ? 'Hashing on this device' : 'Looking up fingerprints'},{' '}
                {counts.unfinished.toLocaleString('en')} to go
              </span>
              <span className="text-soft tabular-nums">
                {sizeText(doneBytes)} of {sizeText(totalBytes)}
              </span>
            </p>
            <progress
              className="progress mt-2"
              aria-label="Bytes of all files hashed"
              max={Math.max(1, totalBytes)}
              value={doneBytes}
            />
          </div>
          <button type="button" className="button" onClick={() => run.cancelAll()}>
            Cancel all
          </button>
        </div>
      )}
      {isOver && counts.cancelled > 0 && (
        <button type="button" className="button mb-3" onClick={() => run.resume()}>
          Check the cancelled {counts.cancelled === 1 ? 'file' : 'files'}
        </button>
      )}
      {isOver && looking > 0 && (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2 text-sm text-soft">
          <p>
            Looking closer at files without a record, {looking.toLocaleString('en')} to go. Only so many a
            minute can be compared by their looks.
          </p>
          <button type="button" className="button" onClick={() => run.stopLooking()}>
            Stop looking
          </button>
        </div>
      )}
      {isOver && looking === 0 && notCompared > 0 && (
        <p className="text-sm text-wait">
          {notCompared === 1 ? '1 picture was' : `${notCompared.toLocaleString('en')} pictures were`} not
          compared with those on record. Open a row to compare it.
        </p>
      )}
      {snapshot.waitsUntilMs !== undefined && (
        <p role="status" className="mt-2 text-sm text-wait">
          The service asked for a pause until{' '}
          <Moment iso={isoSeconds(Math.ceil(snapshot.waitsUntilMs / 1_000))} />. The check continues
          automatically.
        </p>
      )}
    </div>
  )
}

/** Files that were given and not checked. */
export function LeftOut({ snapshot }: { snapshot: RunSnapshot }) {
  const { leftOut, unusedProofs, isCut } = snapshot
  return (
    <div className="space-y-1 text-sm text-soft empty:hidden">
      {isCut && (
        <p className="text-wait">
          There were more than 10,000 files. The first 10,000 are checked. Add the rest in smaller folders.
        </p>
      )}
      {leftOut.length > 0 && (
        <p>Left out, because they are hidden files of the system: {few(leftOut.map((path) => path))}.</p>
      )}
      {unusedProofs.length > 0 && <p>Proofs that match none of these files: {few(unusedProofs)}.</p>}
    </div>
  )
}

/** `1,180 unchanged, 20 not known, 4 could not be checked`. */
export function summaryText({ counts }: RunSummary): string {
  const parts = [...verdictOrder]
    .reverse()
    .filter((verdict) => counts[verdict] > 0)
    .map((verdict) => countText(verdict, counts[verdict]))
  if (counts.cancelled > 0) parts.push(`${counts.cancelled.toLocaleString('en')} cancelled`)
  return parts.join(', ')
}

function few(names: readonly string[]): string {
  const shown = names.slice(0, 3).join(', ')
  return names.length > 3 ? `${shown} and ${(names.length - 3).toLocaleString('en')} more` : shown
}
