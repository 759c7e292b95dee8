'use client'
import { type ReactNode, useEffect, useState } from 'react'
import { Mark } from '#components/site/mark'
import { Fact } from '#components/ui/fact'
import { QrCode } from '#components/ui/qr-code'
import { UtcTime } from '#components/ui/utc-time'
import type { CheckerSettings } from '#components/verify/checker'
import type { Report } from '#lib/client/check'
import { checksumAddress } from '#lib/domain/checksum-address'
import { isoSeconds, isoTime } from '#lib/domain/iso-time'
import type { ProofBundle } from '#lib/domain/proof'
import { type Endpoints, useEndpoints } from './use-endpoints.ts'
import { explainVerdict, titleOf } from './verdict-copy.ts'
import { VerdictIcon } from './verdict-icon.tsx'
import { WithdrawnNote } from './withdrawn-note.tsx'

type Props = {
  proof: ProofBundle
  /** Since when the service does not serve the capture any more, ISO 8601, as it said with the proof. */
  withdrawnAt: string | undefined
  settings: CheckerSettings
  /** Whole address of the check. */
  permalink: string
  /** What it proves and what not. */
  children: ReactNode
}

type Checked = { report: Report; at: string; rpcUrl: string | undefined; witnessUrl: string | undefined }

/**
 * One sheet of paper about one fingerprint. Its verdict is found by the browser that prints it, at a time it names; a
 * verdict that was not reached is never printed.
 */
export function Certificate({ proof, withdrawnAt, settings, permalink, children }: Props) {
  const endpoints = useEndpoints(settings.rpcUrl)
  const { checked, repeat } = useCheck({ proof, withdrawnAt }, settings, endpoints)
  const { attestation, tree } = proof
  const isVerified = checked?.report.verdict === 'verified'
  return (
    <article aria-labelledby="certificate-title" className="space-y-6 print:space-y-3 print:text-xs">
      <div className="flex flex-wrap gap-2 print:hidden">
        <button
          type="button"
          className="button button-main"
          disabled={!checked}
          onClick={() => window.print()}
        >
          Print this certificate
        </button>
        {checked && (
          <button type="button" className="button" onClick={repeat}>
            Check again now
          </button>
        )}
        <a className="button" href={`/verify/${proof.sha256}`}>
          Back to the check
        </a>
      </div>
      <div className="rounded-lg border border-line bg-raised p-5 sm:p-10 print:rounded-none print:border-0 print:bg-transparent print:p-0">
        <header className="flex items-start justify-between gap-6 border-b border-edge pb-5 print:pb-3">
          <div>
            <p className="flex items-center gap-2 font-semibold">
              <Mark className="size-6" />
              Cairn
            </p>
            <h1 id="certificate-title" className="mt-3 text-xl print:text-lg">
              {isVerified ? 'Certificate of an anchored fingerprint' : 'Check of a fingerprint'}
              {withdrawnAt && ' of a withdrawn capture'}
            </h1>
          </div>
          <QrCode
            text={permalink}
            label="QR code of the address of this check"
            className="size-28 flex-none print:size-22"
          />
        </header>
        <div
          role="status"
          data-verdict={checked?.report.verdict}
          className="flex flex-col gap-x-5 gap-y-3 py-6 sm:flex-row print:flex-row print:py-3"
        >
          {checked ? (
            <Finding checked={checked} chainId={attestation.chain_id} />
          ) : (
            <p>Not checked yet: this browser is recomputing the proof and reading the chain.</p>
          )}
        </div>
        <dl className="grid gap-x-8 gap-y-4 border-t border-line pt-5 text-sm sm:grid-cols-2 print:grid-cols-2 print:gap-y-1 print:pt-2 print:text-xs">
          <Fact
            name="Fingerprint (SHA-256 of all bytes of the file)"
            className="sm:col-span-2 print:col-span-2"
          >
            <Whole value={proof.sha256} />
          </Fact>
          <Fact name="Anchored">
            {checked?.report.chain?.time === undefined ? (
              <>
                <UtcTime iso={attestation.time} />, by the service’s record
              </>
            ) : (
              <>
                <UtcTime iso={isoSeconds(checked.report.chain.time)} />, by the chain
              </>
            )}
          </Fact>
          <Fact name="Where">
            Chain {attestation.chain_id}, block {attestation.block}
          </Fact>
          <Fact name="Captured, as the device claims">
            <UtcTime iso={proof.captured_at} />
          </Fact>
          <Fact name="Cell, as the device claims">
            <code>{proof.geohash}</code>, about 1.2 by 0.6 km or smaller
          </Fact>
          <Fact name="Attestation" className="sm:col-span-2 print:col-span-2">
            <Whole value={attestation.uid} />
          </Fact>
          <Fact name="Attested by" className="sm:col-span-2 print:col-span-2">
            <Whole value={checksumAddress(attestation.attester)} />
          </Fact>
          <Fact
            name={`Root of tree ${tree.tree_id}, ${tree.leaf_count} leaves`}
            className="sm:col-span-2 print:col-span-2"
          >
            <Whole value={tree.root} />
          </Fact>
          <Fact name="Check it anew" className="sm:col-span-2 print:col-span-2">
            <span className="[overflow-wrap:anywhere]">{permalink}</span>
          </Fact>
        </dl>
      </div>
      {children}
    </article>
  )
}

function Finding({ checked, chainId }: { checked: Checked; chainId: number }) {
  const { report, at, rpcUrl, witnessUrl } = checked
  return (
    <>
      <VerdictIcon verdict={report.verdict} className="size-14 shrink-0" />
      <div className="max-w-[62ch]">
        <h2 className="text-xl print:text-lg">{titleOf(report)}</h2>
        {explainVerdict(report, false).map((sentence) => (
          <p key={sentence} className="mt-1">
            {sentence}
          </p>
        ))}
        <WithdrawnNote report={report} />
        <p className="mt-2 text-sm text-soft">
          As of <UtcTime iso={at} />. The browser that shows this sheet recomputed every hash from the
          fingerprint to the root
          {report.chain
            ? ` and read chain ${chainId} through ${[rpcUrl, witnessUrl].filter(Boolean).map(hostOf).join(' and ')}`
            : '; it could not read the chain'}
          . The file itself was not at hand: compute its SHA-256 and compare all 64 digits.
        </p>
      </div>
    </>
  )
}

/** All digits: what is on paper cannot be copied by a button. */
function Whole({ value }: { value: string }) {
  return <code className="text-sm [overflow-wrap:anywhere] print:text-xs">{value}</code>
}

function useCheck(
  { proof, withdrawnAt }: Pick<Props, 'proof' | 'withdrawnAt'>,
  { trust }: CheckerSettings,
  { rpcUrl, witnessUrl }: Endpoints,
) {
  const [checked, setChecked] = useState<Checked>()
  const [round, setRound] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each round is another check
  useEffect(() => {
    const abort = new AbortController()
    const { signal } = abort
    const input = { sha256: proof.sha256, trust, rpcUrl, witnessUrl, signal }
    setChecked(undefined)
    import('#lib/client/check')
      .then(({ checkProof }) => checkProof(input, proof))
      .catch(
        (): Report => ({
          verdict: 'could_not_check',
          sha256: proof.sha256,
          reason: 'A part of this page could not be loaded.',
        }),
      )
      .then((report): Report => ({ ...report, ...(withdrawnAt ? { withdrawnAt } : {}) }))
      .then(
        (report) => !signal.aborted && setChecked({ report, at: isoTime(new Date()), rpcUrl, witnessUrl }),
      )
    return () => abort.abort(new Error('left the page'))
  }, [proof, withdrawnAt, trust, rpcUrl, witnessUrl, round])
  return { checked, repeat: () => setRound(round + 1) }
}

function hostOf(url: string | undefined): string {
  return url && URL.canParse(url) ? new URL(url).host : ''
}
