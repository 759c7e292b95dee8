'use client'
import { useQuery } from '@tanstack/react-query'
import type { CheckSettings, Report } from '#lib/client/check'
import type { ProofBundle } from '#lib/domain/proof'
import { Card } from './card.tsx'
import { ReportActions } from './report-actions.tsx'
import { ReportView } from './report-view.tsx'

type Props = {
  title: string
  sha256: string
  bundle?: ProofBundle | undefined
  settings: CheckSettings
}

/** Runs the check of a fingerprint without its file, and shows the report. */
export function CheckCard({ title, sha256, bundle, settings }: Props) {
  const query = useQuery<Report>({
    queryKey: ['check', sha256, bundle ?? null, settings.rpcUrl ?? null, settings.witnessUrl ?? null],
    // Loaded when there is something to check: the first view stays small.
    queryFn: async ({ signal }) =>
      (await import('#lib/client/check')).check({ ...settings, sha256, bundle, signal }),
  })
  const report: Report | undefined = query.isError
    ? { verdict: 'could_not_check', sha256, reason: 'A part of this page could not be loaded.' }
    : query.data
  return (
    <Card title={title}>
      {report && !query.isRefetching ? (
        <ReportView
          report={report}
          actions={
            <ReportActions
              report={report}
              isFile={false}
              trust={settings.trust}
              onRepeat={() => query.refetch()}
            />
          }
        />
      ) : (
        <p role="status" className="py-4 text-soft">
          {bundle ? 'Checking the proof…' : 'Asking for the record…'}
        </p>
      )}
    </Card>
  )
}
