'use client'
import { QueryProvider } from '#components/query-provider'
import type { Trust } from '#lib/domain/attestation'
import { CheckCard } from './check-card.tsx'
import { DropZone } from './drop-zone.tsx'
import { FileCard } from './file-card.tsx'
import { FingerprintForm } from './fingerprint-form.tsx'
import { RpcField } from './rpc-field.tsx'
import { useCheckedFiles } from './use-checked-files.ts'
import { useRpcUrl } from './use-rpc-url.ts'

/** Where the page itself gets its facts: who may attest, and an endpoint to read the chain through. */
export type CheckerSettings = { trust: Trust; rpcUrl: string | undefined }

export function Checker({ settings, sha256 }: { settings: CheckerSettings; sha256?: string }) {
  const { files, add, cancel } = useCheckedFiles()
  const rpc = useRpcUrl(settings.rpcUrl)
  const check = { trust: settings.trust, rpcUrl: rpc.url }
  return (
    <QueryProvider>
      <div className="grid gap-4 lg:grid-cols-[minmax(0,1.7fr)_minmax(0,1fr)]">
        <DropZone onFiles={add} />
        <div className="flex flex-col gap-6 rounded-lg border border-line p-5 sm:p-7">
          <FingerprintForm />
          <RpcField rpc={rpc} chainId={settings.trust.chainId} />
        </div>
      </div>
      <section aria-label="Results" className="mt-6 space-y-6 empty:hidden">
        {files.map((file) => (
          <FileCard key={file.id} file={file} settings={check} onCancel={() => cancel(file.id)} />
        ))}
        {sha256 && <CheckCard title="By fingerprint" sha256={sha256} settings={check} />}
      </section>
    </QueryProvider>
  )
}
