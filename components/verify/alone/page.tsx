import { useState } from 'react'
import { Mark } from '#components/site/mark'
import { readTrustFields } from '#lib/client/trust-text'
import { DropArea } from '../drop-area.tsx'
import { Limits } from '../limits.tsx'
import { RunResults } from '../run-results.tsx'
import { SurroundingsContext } from '../surroundings.ts'
import { useIntake } from '../use-intake.ts'
import { ChainForm, type ChainSettings, keptFields } from './chain-form.tsx'
import { useAloneRun } from './use-alone-run.ts'

/** The checker without a service: a file, its proof and, optionally, a chain endpoint. */
export function AlonePage({ source }: { source: string }) {
  const [settings, setSettings] = useState<ChainSettings>()
  const { run, snapshot, linked, add } = useAloneRun(settings)
  const intake = useIntake(add)
  const around = { intake, chainNote: settings ? 'Chain: not checked.' : 'Not checked offline.' }
  return (
    <>
      <header className="border-b border-line print:hidden">
        <div className="page flex min-h-16 items-center justify-between gap-4">
          <span className="flex items-center gap-2 text-lg font-semibold tracking-tight">
            <Mark className="size-7" />
            Cairn
          </span>
          <span className="text-sm text-soft">Works from disk</span>
        </div>
      </header>
      <main className="page flex-1 space-y-12 pt-10 pb-20 sm:pt-16" {...intake.zone}>
        <div>
          <h1 className="text-2xl">Verify independently</h1>
          <p className="mt-3 mb-8 max-w-[60ch] text-lg text-soft">
            This page needs no server of ours. Save it, go offline, and drop a file together with its proof:
            every hash is recomputed here. It connects to nothing but the chain endpoint you name.
          </p>
          <div className="grid gap-4 lg:grid-cols-[minmax(0,1.7fr)_minmax(0,1fr)]">
            <DropArea
              intake={intake}
              title={<p className="text-xl font-semibold tracking-tight">Drop a file and its proof here</p>}
              note="Both stay on this device. A folder of files with their proofs is fine too."
            />
            <ChainForm
              initial={readTrustFields(location.hash) ?? keptFields()}
              source={source}
              onUse={setSettings}
            />
          </div>
          {linked && (
            <p role="status" className={`mt-3 text-sm ${linked.problem ? 'text-bad' : 'text-soft'}`}>
              {linked.problem ??
                `The address contains the proof of ${linked.sha256.slice(0, 8)}…${linked.sha256.slice(-8)}; add its file.`}
            </p>
          )}
          <section aria-label="Results" className="mt-6 space-y-6 empty:hidden">
            <SurroundingsContext value={around}>
              <RunResults run={run} snapshot={snapshot} level={2} />
            </SurroundingsContext>
          </section>
        </div>
        <section aria-labelledby="limits" className="rounded-lg border border-line bg-sunken p-5 sm:p-8">
          <h2 id="limits" className="mb-4 text-lg">
            What this proves, and what it does not
          </h2>
          <Limits of="file" />
          <p className="mt-4 text-sm text-soft">
            Content Credentials are not read here, since their validator is larger than this page. Verify on
            the page of a service reads them, also on your device.
          </p>
        </section>
      </main>
    </>
  )
}
