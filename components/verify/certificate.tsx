'use client'
import { type ReactNode, useCallback, useState, useSyncExternalStore } from 'react'
import { CellMap, cellMapPath } from '#components/place/cell-map'
import { DemoNote } from '#components/site/demo-mark'
import { Mark } from '#components/site/mark'
import { Fact } from '#components/ui/fact'
import { QrCode } from '#components/ui/qr-code'
import { UtcDate } from '#components/ui/utc-time'
import type { CheckerSettings } from '#components/verify/checker'
import type { Report } from '#lib/client/check'
import type { CheckRow } from '#lib/client/check-row'
import { wasHashedHere } from '#lib/client/hashed-file'
import { readerTimeZone } from '#lib/client/reader-time-zone'
import { chainText } from '#lib/domain/chain/chain-text'
import { checksumAddress } from '#lib/domain/chain/checksum-address'
import type { ProofBundle } from '#lib/domain/proof/proof'
import { isoSeconds } from '#lib/domain/text/iso-time'
import { zoneText } from '#lib/domain/text/moment'
import { visibleLine } from '#lib/domain/text/visible-text'
import { noSubscription } from '../ui/no-subscription.ts'
import { CertificateStatement } from './certificate-statement.tsx'
import { Limits } from './limits.tsx'
import { checkedFile, hasCheckedFiles } from './use-check-run.ts'
import { useEndpoints } from './use-endpoints.ts'
import { useReport } from './use-report.ts'
import { dateText, explainVerdict, type Subject, sentenceOf } from './verdict-copy.ts'
import { VerdictIcon } from './verdict-icon.tsx'
import { WithdrawnNote } from './withdrawn-note.tsx'

type Props = {
  proof: ProofBundle
  /** Since when the service no longer serves the capture, ISO 8601, as stated with the proof. */
  withdrawnAt: string | undefined
  settings: CheckerSettings
  /** Absolute URL of the check. */
  permalink: string
  /** The claimed place in words, if one is known. */
  place: string | undefined
}

/**
 * One printed page about one fingerprint. The browser that prints it computes the verdict and states the time also in UTC, because paper may
 * be read in any time zone. An inconclusive check is not printed.
 */
export function Certificate({ proof, withdrawnAt, settings, permalink, place }: Props) {
  const { rpcUrl, witnessUrl } = useEndpoints(settings.rpcUrl)
  const { sha256, attestation, tree } = proof
  const { stage, at, repeat } = useReport({
    sha256,
    bundle: proof,
    trust: settings.trust,
    rpcUrl,
    witnessUrl,
  })
  const isHashed = useIsHashed(sha256)
  const row = useSyncExternalStore(
    noSubscription,
    () => checkedFile(sha256),
    () => undefined,
  )
  const file = isHashed ? row : undefined
  const [isStatementRead, setIsStatementRead] = useState(false)
  const onSettled = useCallback(() => setIsStatementRead(true), [])
  const report: Report | undefined =
    stage.is === 'done' ? { ...stage.report, ...(withdrawnAt ? { withdrawnAt } : {}) } : undefined
  return (
    <article
      data-sheet
      aria-labelledby="certificate-title"
      className="space-y-6 print:space-y-2 print:text-xs"
    >
      <div className="flex flex-wrap gap-2 max-sm:*:grow max-sm:*:px-3 print:hidden">
        <button
          type="button"
          className="button button-main"
          // A sheet that is printed before the file was read would leave out what it says.
          disabled={!report || (file !== undefined && !isStatementRead)}
          onClick={() => window.print()}
        >
          Print this certificate
        </button>
        {report && (
          <button type="button" className="button" onClick={repeat}>
            Check again now
          </button>
        )}
        <BackToCheck sha256={sha256} />
      </div>
      <p className="-mt-3 text-sm text-soft print:hidden">
        {file
          ? 'This certificate includes whether the file’s own place and time differ from the record.'
          : 'This certificate shows the record only. What a file itself says is not included: for that, check the file first, and open its certificate from the result.'}{' '}
        To keep the certificate as a file, choose “Save as PDF” as the printer in the window that opens.
      </p>
      <div className="rounded-xl border border-line bg-raised p-5 sm:p-10 print:rounded-none print:border-0 print:bg-transparent print:p-0">
        <div className="flow-root pb-7 print:pb-2">
          <QrCode
            text={permalink}
            label="QR code of the address of this check"
            className="float-right mb-3 ml-6 size-20 sm:size-28 print:size-24"
          />
          <div role="status" data-verdict={report?.verdict} className="max-w-[62ch] print:max-w-none">
            <p className="mb-5 flex items-center gap-2 text-lg font-semibold print:mb-1">
              <Mark className="size-7" />
              Cairn <span className="font-normal text-soft">certificate</span>
            </p>
            {report ? (
              <Finding
                report={report}
                at={at}
                hosts={[rpcUrl, witnessUrl].map(endpointName).filter(Boolean)}
                {...{ isHashed, file, isDemo: settings.isDemo }}
                statement={file && <CertificateStatement row={file} proof={proof} onSettled={onSettled} />}
              />
            ) : (
              <h1 id="certificate-title" className="text-xl">
                Checking this proof…
              </h1>
            )}
          </div>
        </div>
        <div className="grid gap-x-8 gap-y-5 border-t border-line pt-6 sm:grid-cols-[minmax(0,15rem)_minmax(0,1fr)] print:grid-cols-[11rem_minmax(0,1fr)] print:pt-2">
          <figure>
            <StillCell geohash={proof.geohash} />
            <figcaption className="mt-2 text-sm print:mt-1 print:text-xs">
              <b className="font-semibold">{place}</b> <span className="text-soft">claimed place</span>
            </figcaption>
          </figure>
          <dl className="grid content-start gap-x-8 gap-y-4 text-sm lg:grid-cols-2 print:grid-cols-2 print:gap-y-1 print:text-xs">
            <Fact name="Claimed capture time">
              <UtcDate iso={proof.captured_at} />
            </Fact>
            <Fact name="Anchored">
              {report?.chain?.time === undefined ? (
                <>
                  <UtcDate iso={attestation.time} />{' '}
                  <span className="text-soft">by the service’s record</span>
                </>
              ) : (
                <>
                  <UtcDate iso={isoSeconds(report.chain.time)} />{' '}
                  <span className="text-soft">by the chain</span>
                </>
              )}
            </Fact>
            <Fact name="Claimed place, as a cell">
              <code>{proof.geohash}</code>, at most 1.2 by 0.6 km
            </Fact>
            <Fact name="On the chain">
              <span className="inline-block first-letter:uppercase">
                {chainText(attestation.chain_id, settings.isDemo)}, block {attestation.block}
              </span>
              {settings.isDemo && ' (it stands in for a public chain in this demonstration)'}
            </Fact>
          </dl>
        </div>
        <dl className="mt-5 grid gap-y-4 border-t border-line pt-5 text-sm print:mt-2 print:gap-y-0.5 print:pt-2 print:text-xs">
          <Fact name="Fingerprint (SHA-256 of all bytes of the file)">
            <Whole value={sha256} />
          </Fact>
          <Fact name="Attestation">
            <Whole value={attestation.uid} />
          </Fact>
          <Fact name="Attested by">
            <Whole value={checksumAddress(attestation.attester)} />
          </Fact>
          <Fact name={`Root of tree ${tree.tree_id}, ${tree.leaf_count} leaves`}>
            <Whole value={tree.root} />
          </Fact>
          <Fact name="Check it again">
            <span className="wrap-anywhere">{permalink}</span>
          </Fact>
        </dl>
      </div>
      <section
        aria-labelledby="limits"
        className="rounded-xl border border-line bg-sunken p-5 sm:p-10 print:rounded-none print:border-edge print:break-inside-avoid print:bg-transparent print:px-3 print:py-2"
      >
        <h2 id="limits" className="mb-4 text-lg print:mb-0.5 print:text-sm">
          What this proves, and what it does not
        </h2>
        <Limits of={isHashed ? 'file' : 'record'} />
      </section>
    </article>
  )
}

/** True if the file with this fingerprint was hashed in this browser. */
function useIsHashed(sha256: string): boolean {
  return useSyncExternalStore(
    noSubscription,
    () => wasHashedHere(sha256),
    () => false,
  )
}

/** Back to the file if it was checked in this document, whose page of the record would show the check without it. */
function BackToCheck({ sha256 }: { sha256: string }) {
  const isHashed = useIsHashed(sha256)
  const hasFile = isHashed && hasCheckedFiles()
  if (hasFile)
    return (
      <button type="button" className="button" onClick={() => history.back()}>
        Back to the check
      </button>
    )
  return (
    <a className="button" href={`/verify/${sha256}`}>
      Back to the check
    </a>
  )
}

type FindingProps = {
  report: Report
  at: string
  hosts: string[]
  isHashed: boolean
  /** The hashed file, if this document still holds it. */
  file: CheckRow | undefined
  isDemo: boolean
  /** What the file itself says otherwise than the record. */
  statement: ReactNode
}

function Finding({ report, at, hosts, isHashed, file, isDemo, statement }: FindingProps) {
  const subject: Subject = isHashed ? 'file' : 'fingerprint'
  const { text, iso, end } = sentenceOf(report, subject)
  return (
    <>
      {report.verdict !== 'verified' && <VerdictIcon verdict={report.verdict} className="mb-3 size-11" />}
      <h1
        id="certificate-title"
        className="text-[clamp(1.8rem,1.3rem+1.8vw,2.6rem)] leading-[1.06] max-sm:clear-right print:clear-none print:text-[1.6rem]"
      >
        {text}{' '}
        {iso && (
          <time dateTime={iso}>
            <When iso={iso} timeZone={readerTimeZone()} />
          </time>
        )}
        {end}
      </h1>
      {iso && zoneText(iso, readerTimeZone()) !== 'UTC' && (
        <p className="mt-1 text-lg text-soft print:mt-0.5 print:text-base">
          <When iso={iso} timeZone="UTC" />
        </p>
      )}
      {explainVerdict(report, subject).map((text) => (
        <p key={text} className="mt-2 print:mt-1">
          {text}
        </p>
      ))}
      {isDemo && (
        <DemoNote
          sha256={report.proof?.sha256}
          className="mt-3 print:mt-1"
          end="This sheet is no evidence."
        />
      )}
      {statement}
      <WithdrawnNote report={report} inUtc />
      <p className="mt-3 text-sm text-soft print:mt-1 print:text-xs">
        As of <UtcDate iso={at} />. The browser that shows this sheet recomputed every hash
        {report.chain
          ? ` and read ${chainText(report.proof?.attestation.chain_id, isDemo)} through ${hosts.join(' and ')}`
          : '; it could not read the chain'}
        .{' '}
        {isHashed
          ? `${file === undefined ? 'The file itself' : `The file “${visibleLine(file.name)}”`} was hashed in the same browser before: its SHA-256 is the fingerprint below.${file === undefined ? ' What it says itself is not included.' : ' Its name is no part of the proof.'} The address below shows the record only: drop the file there to check it again.`
          : 'This sheet shows the record only. To check a file, drop it at the address below; or, without Cairn, compute its SHA-256 and compare all 64 digits.'}
      </p>
    </>
  )
}

/** A time with its zone. A line may begin with the hour, but not within the date. */
function When({ iso, timeZone }: { iso: string; timeZone: string }) {
  return (
    <>
      {dateText(iso, timeZone).replaceAll(' ', '\u00a0').replace(',\u00a0', ', ')}
      <span className="text-soft">
        {'\u00a0'}
        {zoneText(iso, timeZone)}
      </span>
    </>
  )
}

/** In the colours of the theme on a screen, and light on paper, where it is wide enough for names: a picture of up to 200 pixels has none. Both are loaded at once, because printing does not wait. */
function StillCell({ geohash }: { geohash: string }) {
  const shape = 'aspect-[8/5] w-full rounded-md border border-line object-cover'
  const alt = 'Map of the claimed cell'
  return (
    <>
      <CellMap geohash={geohash} isFirst shows="whole" alt={alt} className={`${shape} print:hidden`} />
      {/* biome-ignore lint/performance/noImgElement: drawn by us in the size that it has */}
      <img src={cellMapPath(geohash, 'light', 'whole')} alt={alt} className={`hidden print:block ${shape}`} />
    </>
  )
}

/** All digits, because paper has no copy button. */
function Whole({ value }: { value: string }) {
  return <code className="block text-sm break-all text-balance print:text-xs">{value}</code>
}

/** The host of an endpoint. The port of a demonstration’s own chain means nothing to a reader. */
function endpointName(url: string | undefined): string {
  const { host = '', hostname = '' } = url && URL.canParse(url) ? new URL(url) : {}
  return ['127.0.0.1', 'localhost'].includes(hostname) ? 'an endpoint on this machine' : host
}
