import { useEffect, useRef, useState } from 'react'
import { DemoNote } from '#components/site/demo-mark'
import { Mark } from '#components/site/mark'
import { isDemoFragment, readTrustFields } from '#lib/client/trust-text'
import { DropArea } from '../drop-area.tsx'
import { Limits } from '../limits.tsx'
import RunResults from '../run-results.tsx'
import { SurroundingsContext } from '../surroundings.ts'
import { useIntake } from '../use-intake.ts'
import { ChainForm, type ChainSettings, keptFields } from './chain-form.tsx'
import { isServed } from './served.ts'
import { useAloneRun } from './use-alone-run.ts'

/** The checker without a service: a file, its proof and, optionally, a chain endpoint. */
export function AlonePage({ source }: { source: string }) {
  const [settings, setSettings] = useState<ChainSettings>()
  const { run, snapshot, linked, add } = useAloneRun(settings)
  const { rows } = snapshot
  // The saved settings of a page do not change.
  const [isDemoCopy] = useState(() => keptFields()?.isDemo === true)
  const isDemo =
    isDemoFragment(location.hash) ||
    isDemoCopy ||
    rows.some(({ bundle }) => bundle && 'isDemo' in bundle && bundle.isDemo)
  const results = useRef<HTMLElement>(null)
  const intake = useIntake(async (found) => {
    await add(found)
    if (rows.length > 0) show(results.current)
  })
  // The first result, and those of more files or of a newly used endpoint, are brought into view.
  const firstId = rows[0]?.id
  useEffect(() => {
    if (firstId !== undefined) show(results.current)
  }, [firstId])
  const proofs = [
    ...(linked?.bundle ? [linked.bundle] : []),
    ...rows.flatMap(({ bundle }) => (bundle && 'bundle' in bundle ? [bundle.bundle] : [])),
  ]
  const use = (given: ChainSettings | undefined) => {
    setSettings(given)
    if (given && rows.length > 0) show(results.current)
  }
  const around = {
    intake,
    isServed,
    isDemo,
    chainNote: settings ? 'Chain: not checked.' : 'Not checked offline.',
    ...(!settings && { readChain: () => document.getElementById('rpc')?.focus() }),
  }
  return (
    <>
      <header className="border-b border-line print:hidden">
        <div className="page flex min-h-16 items-center justify-between gap-4">
          <span className="flex items-center gap-2 text-lg font-semibold tracking-tight">
            <Mark className="size-7" />
            Cairn
          </span>
          {isServed ? (
            <a className="text-sm" href="/verify">
              To Verify on {location.host}
            </a>
          ) : (
            <span className="text-sm text-soft">Opened from disk</span>
          )}
        </div>
      </header>
      <main className="page flex-1 space-y-12 pt-10 pb-20 sm:pt-16" {...intake.zone}>
        <div>
          <h1 className="text-2xl">Verify independently</h1>
          <p className="mt-3 mb-8 max-w-[60ch] text-lg text-soft">
            This page needs no server of ours. Save it, go offline, and drop a file together with its proof:
            every hash is recomputed here. It connects to nothing but the chain endpoint you name.
          </p>
          {/* A result says it again beside its verdict. */}
          {isDemo && rows.length === 0 && (
            <DemoNote className="mb-8 max-w-[60ch] text-sm" end="What it proves is no evidence." />
          )}
          <DropArea
            intake={intake}
            className="min-h-72"
            title={<p className="text-xl font-semibold tracking-tight">Drop a file and its proof here</p>}
            note="Both stay on this device. A folder of files with their proofs is fine too."
          />
          {linked && (linked.problem || rows.length === 0) && (
            <p role="status" className={`mt-3 text-sm ${linked.problem ? 'text-bad' : 'text-soft'}`}>
              {linked.problem ??
                `The address contains the proof of ${linked.sha256.slice(0, 8)}…${linked.sha256.slice(-8)}; add its file.`}
            </p>
          )}
          <section
            ref={results}
            tabIndex={-1}
            aria-label="Results"
            className="mt-6 scroll-mt-4 space-y-6 empty:hidden"
          >
            <SurroundingsContext value={around}>
              <RunResults run={run} snapshot={snapshot} level={2} />
            </SurroundingsContext>
          </section>
        </div>
        <ChainForm
          linked={readTrustFields(location.hash)}
          proofs={proofs}
          source={source}
          isDemo={isDemo}
          onUse={use}
        />
        <section aria-labelledby="limits" className="rounded-lg border border-line bg-sunken p-5 sm:p-8">
          <h2 id="limits" className="mb-4 text-lg">
            What this proves, and what it does not
          </h2>
          <Limits of="file" />
          <p className="mt-4 text-sm text-soft">
            Content Credentials are not read here, since their validator is larger than this page, nor are the
            place and time in the file itself, which may contradict its record. Verify on the page of a
            service reads them, also on your device.
          </p>
        </section>
      </main>
    </>
  )
}

/** Scrolls to the verdict and moves the focus to the results, so that a screen reader goes on with them. */
function show(results: HTMLElement | null): void {
  if (!results) return
  const verdict = results.querySelector('[role=status]') ?? results
  // On a phone the verdict stands below a picture, and would be cut off.
  const isBelow = verdict.getBoundingClientRect().top - results.getBoundingClientRect().top > innerHeight / 3
  const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches
  ;(isBelow ? verdict : results).scrollIntoView({ block: 'start', behavior: isCalm ? 'auto' : 'smooth' })
  results.focus({ preventScroll: true })
}
