'use client'
import { type ReactNode, Suspense, useContext, useEffect, useId, useRef, useState } from 'react'
import { DemoNote } from '#components/site/demo-mark'
import type { Report } from '#lib/client/check'
import { CheckRows } from './check-rows.tsx'
import { type CheckStage, checkSteps } from './check-steps.ts'
import { usePlaceName } from './claimed-place.tsx'
import { type Awaited, Claims } from './claims.tsx'
import { DownloadProof } from './download-proof.tsx'
import { Limits } from './limits.tsx'
import { ProofActions } from './proof-actions.tsx'
import { Quote } from './quote.tsx'
import { colleagueText, quoteText, type StatedResult } from './quote-words.ts'
import { SurroundingsContext } from './surroundings.ts'
import { TechnicalDetails } from './technical-details.tsx'
import { EmptyHelp, UnknownHelp } from './unknown-help.tsx'
import {
  anotherFileText,
  claimsSentence,
  explainVerdict,
  type Finding,
  type Sentence,
  type Subject,
  sentenceOf,
  sharedText,
} from './verdict-copy.ts'
import { VerdictIcon } from './verdict-icon.tsx'
import { VerdictTime } from './verdict-time.tsx'
import { WithdrawnNote } from './withdrawn-note.tsx'

type Props = {
  stage: CheckStage
  subject: Subject
  /** The heading level of the verdict on its page. */
  level: 1 | 2
  /** Set if a file without a record is damaged, or is no photo or film. */
  finding?: Finding | undefined
  /** True for the record of a look-alike, which is not the reader's file. */
  isOfAnother?: boolean
  /** A note below the verdict, about the file rather than the proof. */
  note?: ReactNode
  /** The Content Credentials of the file, which are independent of its anchor. */
  credentials?: ReactNode
  /** For a file without a record: the attested files that are similar. */
  likeness?: ReactNode
  /** The time and place in the file, compared with the claims of its record if that has any. */
  statement?: ReactNode
  /** Whether the file contradicts its record, or that this is still being read; absent if it is not read for that. */
  stated?: StatedResult | 'reading' | undefined
  /** True if valid Content Credentials show that the file has not changed since it was signed. */
  isAsSigned?: boolean
  onRepeat?: (() => void) | undefined
  /** The proof was given, so the service is not asked unless the reader requests it. */
  isGiven?: boolean
  /** True if the file may belong to a 3D model. Single files of a model have no record. */
  isOfModel?: boolean
  /** The claimed place by the service's record, shown while that is looked up, so that nothing moves later. */
  awaited?: Awaited | undefined
}

/** One check, from its first byte to its verdict: a sentence, the claims, the stones, and the next steps. */
export function ProofPanel(props: Props) {
  const {
    stage,
    subject,
    level,
    finding,
    isOfAnother = false,
    note,
    credentials,
    likeness,
    statement,
    stated,
    isAsSigned = false,
    onRepeat,
    isGiven = false,
    isOfModel = false,
    awaited,
  } = props
  const around = useContext(SurroundingsContext)!
  const report = stage.is === 'done' ? stage.report : undefined
  // Shown while the chain is read, so that the stones do not move when the verdict comes.
  const known = stage.is === 'asking' ? stage.found : report
  const isFile = subject !== 'fingerprint'
  const sentence: Sentence = report
    ? sentenceOf(report, subject, finding)
    : { text: stage.is === 'hashing' ? `Reading this ${subject}…` : `Checking this ${subject}…` }
  const sentences = report
    ? // The claims follow with a sentence of their own.
      explainVerdict(report, subject, finding).filter((text) => text !== claimsSentence)
    : [
        isGiven || !around.trust
          ? 'It stays on this device.'
          : 'It stays on this device. Only its fingerprint is looked up; if that has no record, hashes of what it looks like are compared.',
      ]
  const quotable = around.trust && report?.verdict === 'verified' ? report : undefined
  const cell = quotable?.proof?.geohash
  const knownPlace = awaited?.geohash === cell ? awaited?.name : undefined
  const askedPlace = usePlaceName(knownPlace === undefined ? cell : undefined, isGiven)
  const place = knownPlace ?? askedPlace
  const quoted = {
    subject,
    isDemo: around.isDemo === true,
    place: place ?? '…',
    origin: globalThis.location?.origin ?? '',
    stated: stated === 'reading' ? undefined : stated,
  }
  const quote = quotable && quoteText(quotable, quoted)
  const isQuoteComplete = stated !== 'reading' && place !== undefined
  const claimed = known?.recomputed?.holds ? known : undefined
  const isAwaited = !claimed && stage.is === 'asking' && awaited !== undefined
  // Not before it is known whether there is a record, whose claims stand above the checks and would move them.
  const steps =
    known || isAwaited
      ? checkSteps(stage, {
          isFile,
          chainId: around.trust?.chainId ?? 0,
          isDemo: around.isDemo,
        })
      : []
  return (
    <div data-verdict={report?.verdict} className="@container grid min-w-0 max-w-[48rem] gap-8">
      <div role="status">
        <VerdictIcon verdict={report?.verdict} isRecordOnly={!isFile} className="mb-4 size-11" />
        {/* The room of most verdicts, so that what stands below does not move when they come. */}
        <div className={!report && (known || isAwaited) ? 'min-h-48' : ''}>
          <VerdictHeading level={level}>
            {isOfAnother ? anotherFileText(sentence.text) : sentence.text}
            {sentence.iso && (
              <>
                {' '}
                <VerdictTime iso={sentence.iso} />
              </>
            )}
            {sentence.end}
          </VerdictHeading>
          {(isFile || report ? sentences : ['Looking up its record, then reading the chain.']).map(
            (text, order) => (
              <p
                key={text}
                className={`mt-2 max-w-[46ch] ${order === 0 ? 'text-base' : 'text-sm'} text-balance text-soft`}
              >
                {text}
              </p>
            ),
          )}
        </div>
        {around.isDemo && (known?.recomputed || isAwaited) && (
          <DemoNote
            sha256={known?.proof?.sha256 ?? awaited?.sha256}
            className="mt-3 max-w-[46ch] text-sm"
            end="This is no evidence."
          />
        )}
        {note}
        {report && <WithdrawnNote report={report} />}
      </div>
      {claimed || isAwaited ? (
        <Claims of={claimed} awaited={awaited} isAsked={!isGiven}>
          {statement}
        </Claims>
      ) : (
        <>
          {report?.verdict === 'unknown' && likeness}
          {/* The file is read meanwhile, so that what it says is there when there is a place for it. */}
          {statement && <div hidden={!report}>{statement}</div>}
        </>
      )}
      {steps.length > 0 && (
        <div className="grid gap-3">
          <CheckRows steps={steps} />
          {around.Link && (
            <p className="text-sm">
              <around.Link className="link" href="/docs/glossary#checks">
                What these checks mean
              </around.Link>
            </p>
          )}
        </div>
      )}
      {credentials}
      {quote && <Quote text={quote} isComplete={isQuoteComplete} />}
      {report?.verdict === 'unknown' && (
        <UnknownHelp
          subject={finding === 'not_media' ? 'no_media' : subject}
          {...{ isOfModel, isAsSigned }}
        />
      )}
      {report?.isEmpty && <EmptyHelp />}
      {report && (
        <Below
          report={report}
          subject={subject}
          actions={
            <div className="flex flex-wrap gap-2 empty:hidden">
              <ProofActions
                report={report}
                title={sharedText(sentence)}
                subject={subject}
                message={quote && isQuoteComplete ? colleagueText(quote, quoted) : undefined}
                isContradicted={typeof stated === 'object'}
                onRepeat={onRepeat}
              />
              <DownloadProof report={report} />
            </div>
          }
        />
      )}
    </div>
  )
}

const headingClass =
  'max-w-[18ch] text-[clamp(1.9rem,1.35rem+1.7vw,2.9rem)] leading-[1.06] tracking-[-0.03em] wrap-anywhere'

/** The large sentence of a check. */
export function VerdictHeading({ level, children }: { level: 1 | 2; children: ReactNode }) {
  const Tag = `h${level}` as const
  return <Tag className={headingClass}>{children}</Tag>
}

/** The actions, and the content that opens below them. */
function Below(props: { report: Report; subject: Subject; actions: ReactNode }) {
  const { report, subject, actions } = props
  const [open, setOpen] = useState<'details' | 'limits'>()
  const opened = useRef<HTMLDivElement>(null)
  const buttons = useRef<HTMLDivElement>(null)
  const id = useId()
  useEffect(() => {
    if (!open || !opened.current || !buttons.current) return
    // As much of it as fits below the buttons, which stay in sight.
    const hidden = opened.current.getBoundingClientRect().bottom - window.innerHeight
    const room = buttons.current.getBoundingClientRect().top - marginPixels
    window.scrollBy({ top: Math.max(0, Math.min(hidden, room)) })
  }, [open])
  const toggle = (name: 'details' | 'limits', text: string) => (
    <button
      type="button"
      aria-expanded={open === name}
      aria-controls={open === name ? id : undefined}
      className="min-h-11 text-sm font-semibold underline decoration-line decoration-2 underline-offset-[0.4em] hover:decoration-ink"
      onClick={() => setOpen(open === name ? undefined : name)}
    >
      {text}
    </button>
  )
  const hasDetails = report.sha256 !== ''
  const { Report } = useContext(SurroundingsContext)!
  return (
    <div className="grid gap-5">
      <div ref={buttons} className="flex flex-wrap items-center gap-x-6 gap-y-2">
        {actions}
        {hasDetails && toggle('details', 'Technical details')}
        {report.verdict === 'verified' && toggle('limits', 'What this does not prove')}
      </div>
      {open && (
        <div ref={opened} id={id} className="border-t border-line pt-6">
          <h2 className="sr-only">{open === 'details' ? 'Technical details' : 'What this does not prove'}</h2>
          {open === 'details' ? (
            <TechnicalDetails report={report} subject={subject} />
          ) : (
            <Limits of={subject === 'fingerprint' ? 'record' : 'file'} />
          )}
        </div>
      )}
      {Report && hasRecord(report) && (
        <Suspense fallback={<span className="block min-h-6 pointer-coarse:min-h-11" />}>
          <Report sha256={report.sha256} />
        </Suspense>
      )}
    </div>
  )
}

/** Between the upper edge of the window and the buttons. */
const marginPixels = 16

/** True for a capture that is on record here and can be withdrawn: no manifest of a model, and not withdrawn already. */
function hasRecord({ verdict, madeFrom, withdrawnAt, changedCount, sha256 }: Report): boolean {
  const isKnown = verdict === 'verified' || verdict === 'pending'
  return isKnown && sha256 !== '' && !madeFrom && !withdrawnAt && changedCount === undefined
}
