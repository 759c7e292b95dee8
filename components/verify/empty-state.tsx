'use client'
import { DropArea } from './drop-area.tsx'
import { FingerprintForm } from './fingerprint-form.tsx'
import { RpcField } from './rpc-field.tsx'
import { SampleButton } from './sample-button.tsx'
import type { Endpoints } from './use-endpoints.ts'
import type { Intake } from './use-intake.ts'

/** The page before a file is dropped: one large drop zone for a picture. */
export function EmptyState(props: {
  intake: Intake
  endpoints: Endpoints
  chainId: number
  hasSample: boolean
}) {
  const { intake, endpoints, chainId, hasSample } = props
  return (
    <>
      <DropArea
        intake={intake}
        // With what is below it, the first screen of a phone is full.
        className="min-h-[calc(100dvh-14rem)] sm:min-h-[calc(100dvh-9.5rem)]"
        title={<h1 className="max-w-[18ch] text-2xl">Is this an exact copy of a file on record?</h1>}
        note="See whether a photo or film is unchanged since it was recorded. It stays on your device."
      >
        {hasSample && <SampleButton intake={intake} />}
      </DropArea>
      <div className="mt-4 flex flex-wrap items-start justify-between gap-x-10 gap-y-4 text-sm">
        <p className="text-soft pointer-coarse:hidden">
          Drop, paste or choose: a photo from a message, a film, a whole folder, or a file with its proof.
        </p>
        {/* Nothing is dropped on a phone, and it has no folders to choose. */}
        <p className="text-soft pointer-fine:hidden">
          Choose or paste: a photo from a message, a film, or a file with its proof.
        </p>
        <details className="w-full max-w-xl sm:w-auto sm:open:w-full">
          <summary className="min-h-9 w-fit font-semibold">More ways to check</summary>
          <div className="mt-3 grid gap-6 rounded-lg border border-line p-5">
            <FingerprintForm />
            <RpcField endpoints={endpoints} chainId={chainId} />
          </div>
        </details>
      </div>
    </>
  )
}
