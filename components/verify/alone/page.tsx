import { useState } from 'react'
import { Mark } from '#components/site/mark'
import { readTrustFields } from '#lib/client/trust-text'
import { DropZone } from '../drop-zone.tsx'
import { SurroundingsContext } from '../file-card.tsx'
import { Limits } from '../limits.tsx'
import { RunResults } from '../run-results.tsx'
import { ChainForm, type ChainSettings, keptFields } from './chain-form.tsx'
import { useAloneRun } from './use-alone-run.ts'

/** The checker without a service: a file, its proof, and if the reader likes a chain endpoint. */
export function AlonePage({ source }: { source: string }) {
  const [settings, setSettings] = useState<ChainSettings>()
  const { run, snapshot, linked, add } = useAloneRun(settings)
  const around = { chainNote: settings ? 'Chain: not checked.' : 'Not checked offline.' }
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
      <main className="page flex-1 space-y-12 pt-10 pb-20 sm:pt-16">
        <div>
          <h1 className="text-2xl">Check without us</h1>
          <p className="mt-3 mb-8 max-w-[60ch] text-lg text-soft">
            One file that needs no server of Cairn’s. Save it, cut the connection, and drop a file together
            with its proof: every hash is recomputed here. Only to read the chain it asks the endpoint you
            name, and nobody else.
          </p>
          <div className="grid gap-4 lg:grid-cols-[minmax(0,1.7fr)_minmax(0,1fr)]">
            <DropZone
              onFound={add}
              title="Drop a file and its proof here"
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
                `The address has brought the proof of ${linked.sha256.slice(0, 8)}…${linked.sha256.slice(-8)}: its file is all that is missing.`}
            </p>
          )}
          <section aria-label="Results" className="mt-6 space-y-6 empty:hidden">
            <SurroundingsContext value={around}>
              <RunResults run={run} snapshot={snapshot} />
            </SurroundingsContext>
          </section>
        </div>
        <Limits />
      </main>
    </>
  )
}
