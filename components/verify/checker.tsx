'use client'
import { useEffect, useRef } from 'react'
import { QueryProvider } from '#components/query-provider'
import type { Trust } from '#lib/domain/attestation'
import { DropZone } from './drop-zone.tsx'
import { SurroundingsContext } from './file-card.tsx'
import { FingerprintForm } from './fingerprint-form.tsx'
import { LinkedCheck } from './linked-check.tsx'
import { RpcField } from './rpc-field.tsx'
import { RunResults } from './run-results.tsx'
import { useCheckRun } from './use-check-run.ts'
import { type OwnEndpoints, useEndpoints } from './use-endpoints.ts'

/** Where the page itself gets its facts: who may attest, and an endpoint to read the chain through. */
export type CheckerSettings = { trust: Trust; rpcUrl: string | undefined }

export function Checker({ settings, sha256 }: { settings: CheckerSettings; sha256?: string }) {
  const endpoints = useEndpoints(settings.rpcUrl)
  const check = { trust: settings.trust, rpcUrl: endpoints.rpcUrl, witnessUrl: endpoints.witnessUrl }
  const { run, snapshot, problem, add } = useCheckRun(check)
  const results = useRef<HTMLElement>(null)
  const result = useRef<HTMLElement>(null)
  const count = snapshot.rows.length
  useEffect(() => {
    if (count > 0) bringIntoSight(results.current!)
  }, [count])
  // What they change is not where they are set.
  const shownEndpoints = {
    ...endpoints,
    setOwn: (own: OwnEndpoints) => {
      endpoints.setOwn(own)
      const shown = sha256 ? result.current : count > 0 ? results.current : null
      if (shown) bringIntoSight(shown)
    },
  }
  return (
    <QueryProvider>
      {/* Who followed a link came for its answer. */}
      {sha256 && (
        <section ref={result} aria-label="Result" className="mb-6 scroll-mt-4">
          <LinkedCheck sha256={sha256} settings={check} />
        </section>
      )}
      <div className="grid gap-4 lg:grid-cols-[minmax(0,1.7fr)_minmax(0,1fr)]">
        <DropZone
          onFound={add}
          title="Drop a file or a folder here"
          note="No file leaves your device: only fingerprints are looked up. A proof beside its file is found by itself."
        />
        <div className="flex flex-col gap-6 rounded-lg border border-line p-5 sm:p-7">
          <FingerprintForm />
          <RpcField endpoints={shownEndpoints} chainId={settings.trust.chainId} />
        </div>
      </div>
      <p role="alert" className="mt-3 text-sm text-bad empty:hidden">
        {problem}
      </p>
      <section ref={results} aria-label="Results" className="mt-6 scroll-mt-4 space-y-6 empty:hidden">
        {run && (
          <SurroundingsContext value={settings}>
            <RunResults run={run} snapshot={snapshot} />
          </SurroundingsContext>
        )}
      </section>
    </QueryProvider>
  )
}

/** An answer may begin below what was pressed, or above it. */
function bringIntoSight(element: HTMLElement): void {
  const { top } = element.getBoundingClientRect()
  if (top >= 0 && top < innerHeight * 0.6) return
  const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches
  element.scrollIntoView({ block: 'start', behavior: isCalm ? 'instant' : 'smooth' })
}
