'use client'
import type { RunSnapshot } from '#lib/client/check-row'
import type { CheckRun } from '#lib/client/check-run'
import { FileProof } from './file-proof.tsx'
import { FileTable } from './file-table.tsx'
import { LeftOut } from './run-progress.tsx'

type Props = { run: CheckRun; snapshot: RunSnapshot; level: 1 | 2; linkedSha256?: string | undefined }

/** A single file is shown with its picture and its whole proof, several as a table. */
export default function RunResults({ run, snapshot, level, linkedSha256 }: Props) {
  const [first, second] = snapshot.rows
  const isTold = snapshot.isCut || snapshot.leftOut.length > 0 || snapshot.unusedProofs.length > 0
  return (
    <>
      {second && (
        // No wider than a row that the eye can follow.
        <div className="without-picture">
          <FileTable run={run} snapshot={snapshot} level={level} />
        </div>
      )}
      {first && !second && (
        <FileProof
          key={first.id}
          row={first}
          level={level}
          linkedSha256={linkedSha256}
          onCancel={() => run.cancel(first.id)}
          onRepeat={() => run.repeat(first.id)}
        />
      )}
      {isTold && <LeftOut snapshot={snapshot} />}
    </>
  )
}
