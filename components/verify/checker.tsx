'use client'
import { QueryProvider } from '#components/query-provider'
import type { Trust } from '#lib/domain/attestation'
import { DropZone } from './drop-zone.tsx'
import { SurroundingsContext } from './file-card.tsx'
import { FingerprintForm } from './fingerprint-form.tsx'
import { LinkedCheck } from './linked-check.tsx'
import { RpcField } from './rpc-field.tsx'
import { RunResults } from './run-results.tsx'
import { useCheckRun } from './use-check-run.ts'
import { useEndpoints } from './use-endpoints.ts'

/** Where the page itself gets its facts: who may attest, and an endpoint to read the chain through. */
export type CheckerSettings = { trust: Trust; rpcUrl: string | undefined }

export function Checker({ settings, sha256 }: { settings: CheckerSettings; sha256?: string }) {
  const endpoints = useEndpoints(settings.rpcUrl)
  const check = { trust: settings.trust, rpcUrl: endpoints.rpcUrl, witnessUrl: endpoints.witnessUrl }
  const { run, snapshot, problem, add } = useCheckRun(check)
  return (
    <QueryProvider>
      <div className="grid gap-4 lg:grid-cols-[minmax(0,1.7fr)_minmax(0,1fr)]">
        <DropZone
          onFound={add}
          title="Drop a file or a folder here"
          note="No file leaves your device: only fingerprints are looked up. A proof beside its file is found by itself."
        />
        <div className="flex flex-col gap-6 rounded-lg border border-line p-5 sm:p-7">
          <FingerprintForm />
          <RpcField endpoints={endpoints} chainId={settings.trust.chainId} />
        </div>
      </div>
      <p role="alert" className="mt-3 text-sm text-bad empty:hidden">
        {problem}
      </p>
      <section aria-label="Results" className="mt-6 space-y-6 empty:hidden">
        {run && (
          <SurroundingsContext value={settings}>
            <RunResults run={run} snapshot={snapshot} />
          </SurroundingsContext>
        )}
        {sha256 && <LinkedCheck sha256={sha256} settings={check} />}
      </section>
    </QueryProvider>
  )
}
