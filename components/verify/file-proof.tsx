'use client'
import { Suspense, useCallback, useContext, useState } from 'react'
import type { CheckRow } from '#lib/client/check-row'
import { sizeText } from '#lib/client/check-view'
import type { CheckStage } from './check-steps.ts'
import { FileButton } from './file-button.tsx'
import { FileName } from './file-name.tsx'
import { LocalPicture } from './local-picture.tsx'
import { mediaKind } from './media-kind.ts'
import { couldBeOfModel, ModelNote } from './model-note.tsx'
import { noteOnPicture, PictureFrame } from './picture-frame.tsx'
import { ProofPanel, VerdictHeading } from './proof-panel.tsx'
import type { StatedResult } from './quote-words.ts'
import { SurroundingsContext } from './surroundings.ts'
import { useFinding } from './use-finding.ts'
import type { Subject } from './verdict-copy.ts'

type Props = {
  row: CheckRow
  level: 1 | 2
  onCancel: () => void
  onRepeat: () => void
  /** A fingerprint that the file is compared with. */
  linkedSha256?: string | undefined
}

/** One chosen file: the picture, and beside it what is proven about it. */
export function FileProof({ row, level, onCancel, onRepeat, linkedSha256 }: Props) {
  const { intake } = useContext(SurroundingsContext)!
  const { file, bundle } = row
  const isOther = linkedSha256 && row.sha256 && row.sha256 !== linkedSha256
  const note = (
    <>
      <ModelNote row={row} />
      {bundle && !row.isProofAlone && (
        <p className="mt-2 text-sm text-soft wrap-anywhere">Checked with {bundle.name}.</p>
      )}
    </>
  )
  return (
    <div className="proof-split">
      <PictureFrame
        isFilm={file !== undefined && mediaKind(file) === 'film'}
        notes={
          <>
            {/* On a phone in a line of its own. */}
            <span className="flex min-w-0 max-sm:basis-full">
              <span className={noteOnPicture}>
                <FileName name={row.name} />
                {row.sizeBytes > 0 && <span className="flex-none">&nbsp;· {sizeText(row.sizeBytes)}</span>}
              </span>
            </span>
            <span className={`${noteOnPicture} flex-none`}>Stays on this device</span>
            {intake && (
              <FileButton
                intake={intake}
                className={`${noteOnPicture} ml-auto flex-none pointer-coarse:min-h-11 hover:bg-[#0d1311]`}
              >
                Check another
              </FileButton>
            )}
          </>
        }
      >
        {file ? (
          <LocalPicture file={file} />
        ) : (
          <p className="absolute inset-0 grid place-content-center p-6 text-center text-soft">
            A proof without its file. Drop the file too, and the two are compared.
          </p>
        )}
      </PictureFrame>
      <div className="min-w-0 pb-6 lg:py-6">
        {isOther && (
          <div role="status" className="mb-8 border-l-4 border-wait pl-4">
            <VerdictHeading level={level}>Not the file of this link</VerdictHeading>
            <p className="mt-2 max-w-[46ch] text-soft">
              The link is about another file, and does not say anything about yours. What follows is about the
              file that you chose.
            </p>
          </div>
        )}
        <FileReport
          {...{ row, note, onCancel, onRepeat, linkedSha256 }}
          // The first heading says that it is another file.
          level={isOther ? 2 : level}
        />
      </div>
    </div>
  )
}

/** The results of a file so far. */
export function FileReport(props: Props & { note?: React.ReactNode }) {
  const { row, level, note, onCancel, onRepeat, linkedSha256 } = props
  const { Credentials, Likeness, FileStatement } = useContext(SurroundingsContext)!
  const { bundle, file } = row
  const known = row.report ?? row.found
  const [unreadable, setUnreadable] = useState<File>()
  const [asSigned, setAsSigned] = useState<File>()
  const [read, setRead] = useState<{ file: File; result: StatedResult }>()
  const onRead = useCallback((of: File, result: StatedResult) => setRead({ file: of, result }), [])
  const finding = useFinding(row, unreadable)
  if (row.state === 'cancelled') return <p role="status">Cancelled. Nothing was checked.</p>
  const subject: Subject =
    row.modelFileCount !== undefined
      ? 'model'
      : file
        ? mediaKind(file)
        : row.isProofAlone
          ? 'fingerprint'
          : 'file'
  const kind = file ? mediaKind(file) : 'file'
  const picture = file && kind !== 'file' && finding !== 'not_media' ? { file, kind } : undefined
  return (
    <>
      <ProofPanel
        stage={stageOf(row)}
        subject={subject}
        level={level}
        finding={finding}
        note={note}
        credentials={
          Credentials &&
          file &&
          row.state === 'done' &&
          row.sha256 && (
            <Suspense fallback={<p className="text-sm text-soft">Reading Content Credentials…</p>}>
              <Credentials file={file} onAsSigned={setAsSigned} />
            </Suspense>
          )
        }
        likeness={
          Likeness &&
          picture && (
            <Suspense fallback={null}>
              <Likeness
                {...picture}
                linkedSha256={linkedSha256}
                onUnreadable={setUnreadable}
                isDamaged={finding === 'damaged'}
              />
            </Suspense>
          )
        }
        statement={
          FileStatement &&
          picture && (
            <Suspense fallback={<div className="min-h-32 border-l-2 border-line sm:min-h-22" />}>
              <FileStatement
                {...picture}
                record={known?.recomputed?.holds ? known.proof : undefined}
                onRead={onRead}
              />
            </Suspense>
          )
        }
        stated={FileStatement && picture ? (read?.file === file ? read?.result : 'reading') : undefined}
        isAsSigned={file !== undefined && asSigned === file}
        onRepeat={row.sha256 ? onRepeat : undefined}
        isGiven={bundle !== undefined}
        isOfModel={couldBeOfModel(row)}
      />
      {(row.state === 'waiting' || row.state === 'hashing') && (
        <div className="mt-8 flex flex-wrap items-center gap-x-6 gap-y-3">
          <progress
            className="progress min-w-40 flex-1"
            aria-label={`Bytes of ${row.name} hashed`}
            max={row.sizeBytes}
            value={row.doneBytes}
          />
          <button type="button" className="button" onClick={onCancel}>
            Cancel
          </button>
        </div>
      )}
    </>
  )
}

function stageOf(row: CheckRow): CheckStage {
  if (row.state === 'done' && row.report) return { is: 'done', report: row.report }
  if (row.state === 'asking') return { is: 'asking', found: row.found }
  return { is: 'hashing', share: row.doneBytes / Math.max(1, row.sizeBytes) }
}
