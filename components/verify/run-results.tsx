'use client'
import type { CheckRun, RunSnapshot } from '#lib/client/check-run'
import { FileCard } from './file-card.tsx'
import { FileTable } from './file-table.tsx'
import { LeftOut } from './run-progress.tsx'

/** One file has its whole report in sight; many are a table. */
export function RunResults({ run, snapshot }: { run: CheckRun; snapshot: RunSnapshot }) {
  const [first, second] = snapshot.rows
  const isTold = snapshot.isCut || snapshot.leftOut.length > 0 || snapshot.unusedProofs.length > 0
  return (
    <>
      {second && <FileTable run={run} snapshot={snapshot} />}
      {first && !second && (
        <FileCard row={first} onCancel={() => run.cancel(first.id)} onRepeat={() => run.repeat(first.id)} />
      )}
      {isTold && <LeftOut snapshot={snapshot} />}
    </>
  )
}
