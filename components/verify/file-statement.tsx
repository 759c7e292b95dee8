'use client'
import { useEffect, useId, useMemo } from 'react'
import { Fact } from '#components/ui/fact'
import { NotLoaded } from '#components/ui/load-part'
import { readerTimeZone } from '#lib/client/reader-time-zone'
import { positionName } from '#lib/domain/geo/rough-position'
import { contradictionOf } from '#lib/domain/proof/contradiction'
import type { ProofBundle } from '#lib/domain/proof/proof'
import type { StatedResult } from './quote-words.ts'
import { contradictionSentences, explainedSentence, statedTimes } from './stated-words.ts'
import { useStated } from './use-stated.ts'

type Props = {
  file: File
  kind: 'photo' | 'film'
  /** The claims of the record of the file, if its hashes are valid. */
  record?: Pick<ProofBundle, 'geohash' | 'captured_at'> | undefined
  /** Called once it is known whether the file contradicts its record, or that it cannot be read. */
  onRead?: (file: File, result: StatedResult) => void
}

/**
 * Shows the time, the place and the notes in the metadata of a photo or film, below any contradictions to its record. The metadata are
 * read on this device. Time and place take the same room while they are read, so that the page does not move.
 * The place is shown as a position without a name, because asking the service for the name would tell it the place.
 */
export default function FileStatement({ file, kind, record, onRead }: Props) {
  const { stated, retry } = useStated(file, kind)
  const titleId = useId()
  const facts = stated.is === 'read' ? stated.facts : undefined
  const contradiction = useMemo(() => record && facts && contradictionOf(facts, record), [record, facts])
  const isOver = stated.is !== 'reading'
  const result = contradiction ?? (stated.is === 'read' ? 'none' : 'unread')
  useEffect(() => {
    if (isOver && record) onRead?.(file, result)
  }, [isOver, record, onRead, file, result])
  if (stated.is === 'reader_not_loaded') return <NotLoaded name="What the file itself says" onRetry={retry} />
  if (stated.is === 'file_not_read') return <NotRead isKnown={record !== undefined} onRetry={retry} />
  const { times, geohash, explained } = facts ?? { times: [] }
  const notes = stated.is === 'read' ? stated.notes : []
  const missing = isOver ? 'none that can be read here' : 'reading…'
  return (
    <div className="grid gap-4 text-sm">
      {contradiction && (
        <div role="status" data-contradiction className="border-l-4 border-wait pl-4">
          {contradictionSentences(contradiction, kind, readerTimeZone()).map((sentence) => (
            <p key={sentence} className="text-base font-semibold">
              {sentence}
            </p>
          ))}
          <p className="mt-1 max-w-[52ch] text-soft">
            All of these are claims, and any may be right. The data of a file can be changed before it is
            recorded.
          </p>
        </div>
      )}
      <section aria-labelledby={titleId} className="border-l-2 border-line pl-4">
        <h2 id={titleId} className="caption">
          {record
            ? 'What the file itself says. Anybody could have changed it before it was recorded.'
            : 'What the file itself says. Anybody can change it.'}
        </h2>
        <dl className="mt-2 grid gap-x-6 gap-y-2 sm:grid-cols-2">
          {times.length === 0 ? (
            <Fact name="Time">{missing}</Fact>
          ) : (
            <Fact name={times.length > 1 ? 'Two times that disagree, whatever the time zone' : 'Time'}>
              {statedTimes(times, kind, readerTimeZone()).map((text) => (
                <span key={text} className="block">
                  {text}
                </span>
              ))}
              {explained && <span className="mt-1 block text-soft">{explainedSentence(explained)}</span>}
            </Fact>
          )}
          <Fact name="Place">
            {geohash ? (
              <>
                {positionName(geohash)}, cell <code>{geohash}</code>
              </>
            ) : (
              missing
            )}
          </Fact>
          {notes.length > 0 && (
            <Fact name="Notes in the file" className="sm:col-span-2">
              {notes.map(({ kind, text }) => (
                <span key={text} className="block wrap-anywhere">
                  {kind}: “<bdi>{text}</bdi>”
                </span>
              ))}
            </Fact>
          )}
        </dl>
      </section>
    </div>
  )
}

/** Says that the file could not be read. If nothing were said, it would look like a file that agrees with its record. */
function NotRead({ isKnown, onRetry }: { isKnown: boolean; onRetry: () => void }) {
  return (
    <p role="status" className="text-sm text-wait">
      The file could not be read for its own place and time
      {isKnown && ', so it was not compared with its record'}.{' '}
      <button type="button" className="font-semibold text-ink underline" onClick={onRetry}>
        Try again
      </button>
    </p>
  )
}
