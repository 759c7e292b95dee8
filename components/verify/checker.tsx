'use client'
import Link from 'next/link'
import { type ComponentProps, lazy, type ReactNode, Suspense, useCallback, useEffect, useRef } from 'react'
import { Cairn } from '#components/ui/cairn'
import { loadPart } from '#components/ui/load-part'
import type { Found } from '#lib/client/found-files'
import type { Trust } from '#lib/domain/proof/attestation'
import { EmptyState } from './empty-state.tsx'
import { SurroundingsContext } from './surroundings.ts'
import { useCheckRun } from './use-check-run.ts'
import { useEndpoints } from './use-endpoints.ts'
import { useIntake } from './use-intake.ts'

// Loaded when there is something to show: the first view stays small.
const RunResults = lazy(() => loadPart(() => import('./run-results.tsx'), 'The results'))
const PlaceOnMap = lazy(() => loadPart(() => import('./place-on-map.tsx'), 'The map of the claimed place'))

// Loaded after a file was checked.
const FileCredentials = lazy(() =>
  loadPart(() => import('./credentials.tsx'), 'The check of Content Credentials'),
)
const FileLikeness = lazy(() =>
  loadPart(() => import('./likeness.tsx'), 'The search for captures that look alike'),
)
const FileStatement = lazy(() => loadPart(() => import('./file-statement.tsx'), 'What the file itself says'))
const RecordReport = lazy(() =>
  loadPart(() => import('./record-report.tsx'), 'The form to report this record'),
)
const nameCell = async (geohash: string) =>
  (await import('#lib/client/place-names')).loadNameOrPosition(geohash)
const makeViewable = async (file: File, signal: AbortSignal) =>
  (await import('#lib/client/viewable-copy')).viewableCopy(file, signal)

/** The settings of the page: the trusted attesters, and an endpoint to read the chain through. */
export type CheckerSettings = {
  trust: Trust
  rpcUrl: string | undefined
  /** True in sandbox mode: the chain is a local one, and not the network whose number it has. */
  isDemo: boolean
}

/**
 * The whole page: it accepts files everywhere, and shows one picture or a table. Before a file is given it shows its children, or an
 * invitation if there are none.
 */
export function Checker(props: {
  settings: CheckerSettings
  /** The fingerprint that the page is about, if it was opened with one. */
  sha256?: string | undefined
  children?: ReactNode
}) {
  const { settings, sha256, children } = props
  const endpoints = useEndpoints(settings.rpcUrl)
  const check = { trust: settings.trust, rpcUrl: endpoints.rpcUrl, witnessUrl: endpoints.witnessUrl }
  const { run, snapshot, problem, add } = useCheckRun(check)
  const count = snapshot.rows.length
  const isTable = count > 1
  const take = useCallback(
    // A list grows; a single picture is replaced by the next.
    (found: Found) => void add(found, { replaces: !isTable }),
    [isTable, add],
  )
  const intake = useIntake(take)
  const results = useRef<HTMLElement>(null)
  const firstId = snapshot.rows[0]?.id
  // The pressed button may be gone, so the focus moves to the results.
  useEffect(() => {
    if (firstId === undefined) return
    scrollTo({ top: 0 })
    results.current?.focus({ preventScroll: true })
  }, [firstId])
  return (
    <SurroundingsContext
      value={{
        ...{
          trust: settings.trust,
          isDemo: settings.isDemo,
          endpoints,
          intake,
          isServed: true,
          Link: PageLink,
        },
        ...{
          Place: PlaceOnMap,
          Credentials: FileCredentials,
          Likeness: FileLikeness,
          FileStatement,
          Report: RecordReport,
          makeViewable,
          nameCell,
        },
      }}
    >
      <div
        data-full-bleed
        {...intake.zone}
        className={`page pb-6 ${intake.isOver ? 'rounded-xl outline-4 outline-lichen' : ''}`}
      >
        <p role="alert" className="mb-3 text-sm text-bad empty:hidden">
          {problem}
        </p>
        {run && count > 0 ? (
          <section ref={results} tabIndex={-1} aria-label="Results" className="space-y-6">
            <Suspense fallback={<Loading />}>
              <RunResults run={run} snapshot={snapshot} level={1} linkedSha256={sha256} />
            </Suspense>
          </section>
        ) : (
          (children ?? (
            <EmptyState
              intake={intake}
              endpoints={endpoints}
              chainId={settings.trust.chainId}
              // Only a sandbox has attested a sample photograph.
              hasSample={settings.isDemo}
            />
          ))
        )}
      </div>
    </SurroundingsContext>
  )
}

function PageLink(props: ComponentProps<typeof Link>) {
  return <Link prefetch={false} {...props} />
}

function Loading() {
  return (
    <div className="grid min-h-[60dvh] place-content-center">
      <Cairn isLoading className="mx-auto w-20" />
      <p className="mt-4 text-soft">One moment: the check is being loaded.</p>
    </div>
  )
}
