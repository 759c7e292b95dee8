'use client'
import { useEffect } from 'react'
import type { CheckRow } from '#lib/client/check-row'
import { contradictionOf } from '#lib/domain/proof/contradiction'
import type { ProofBundle } from '#lib/domain/proof/proof'
import { utcDateText } from '#lib/domain/text/moment'
import { mediaKind } from './media-kind.ts'
import { contradictionSentences } from './stated-words.ts'
import { useStated } from './use-stated.ts'

type Props = {
  row: CheckRow & { file: File }
  proof: ProofBundle
  /** Called once it is known what the file states, or that this cannot be read. */
  onSettled: () => void
}

/** On a certificate: what the file itself says otherwise than its record, read from the file that this document still holds. */
export function CertificateStatement({ row, proof, onSettled }: Props) {
  const kind = mediaKind(row.file)
  return kind === 'file' ? (
    <Settled onSettled={onSettled}>
      This kind of file is not read for its own place and time, so it was not compared with the record.
    </Settled>
  ) : (
    <Stated {...{ kind, proof, onSettled }} file={row.file} />
  )
}

type StatedProps = { file: File; kind: 'photo' | 'film'; proof: ProofBundle; onSettled: () => void }

function Stated({ file, kind, proof, onSettled }: StatedProps) {
  const { stated, retry } = useStated(file, kind)
  if (stated.is === 'reading')
    return <p className="mt-3 text-sm text-soft">Reading the file’s own place and time…</p>
  if (stated.is !== 'read')
    return (
      <Settled onSettled={onSettled}>
        The file could not be read for its own place and time, so it was not compared with the record.{' '}
        <button type="button" className="font-semibold text-ink underline print:hidden" onClick={retry}>
          Try again
        </button>
      </Settled>
    )
  const when = `Read in this browser from the file on ${utcDateText(stated.at)}.`
  const found = stated.facts && contradictionOf(stated.facts, proof)
  if (!found)
    return (
      <Settled onSettled={onSettled}>
        {stated.facts
          ? 'The file’s own data name no other place or time than the record.'
          : 'The file’s own data name no place or time that can be read here.'}{' '}
        {when}
      </Settled>
    )
  return (
    <Settled onSettled={onSettled} isMarked>
      {contradictionSentences(found, kind, 'UTC').map((sentence) => (
        <span key={sentence} className="block font-semibold">
          {sentence}
        </span>
      ))}
      {when} It is not part of the record. All of these are claims, and any may be right.
    </Settled>
  )
}

function Settled(props: { isMarked?: boolean; onSettled: () => void; children: React.ReactNode }) {
  const { isMarked = false, onSettled, children } = props
  useEffect(onSettled, [onSettled])
  return (
    <p
      data-file-statement
      data-contradiction={isMarked || undefined}
      className={`mt-3 print:mt-1 ${isMarked ? 'border-l-4 border-wait pl-4 print:pl-2' : 'text-sm text-soft print:text-xs'}`}
    >
      {children}
    </p>
  )
}
