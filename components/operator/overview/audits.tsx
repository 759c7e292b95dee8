'use client'
import { useEffect, useState } from 'react'
import { type AuditRuns, auditRunsSchema } from '#lib/schemas/operator-overview'
import { Asked } from '../asked.tsx'
import { numberColumn, textColumn, timeColumn } from '../columns.tsx'
import { DataTable } from '../data-table.tsx'
import { useAsked } from '../operator-query.ts'
import { Part } from '../part.tsx'
import { StateWord } from '../state-word.tsx'
import { useNetworkName } from '../use-operator.ts'
import { FindingText } from './finding-text.tsx'

const verdictMarks = { sound: 'done', violated: 'wrong', unchecked: 'now' } as const
const auditors = {
  worker: 'a worker',
  scheduler: 'the scheduler’s route',
  command: 'npm run audit:money',
} as const
const words = {
  sound: 'All money read was accounted for',
  violated: 'Something differs',
  unchecked: 'Could not check',
} as const
const place = '#audits'

/** Findings of the money audits, newest first. */
export function Audits() {
  const [isOpen, setIsOpen] = useState(false)
  useEffect(() => {
    // Links lead here.
    const open = () => location.hash === place && setIsOpen(true)
    open()
    addEventListener('hashchange', open)
    return () => removeEventListener('hashchange', open)
  }, [])
  return (
    <Part
      id="audits"
      title="Audits of the money"
      isPlain
      note={
        <>
          A worker audits every 5 minutes, up to the last final block of each network: what moved later is in
          the next audit. To audit at once, run <code>npm run audit:money</code> on a machine with the
          settings of the service.
        </>
      }
    >
      <details open={isOpen} onToggle={(event) => setIsOpen(event.currentTarget.open)}>
        <summary className="min-h-11 content-center text-soft">What they found</summary>
        {isOpen && <Found />}
      </details>
    </Part>
  )
}

function Found() {
  const query = useAsked({ path: 'audits', schema: auditRunsSchema, everyMs: 60_000 })
  return <Asked query={query}>{(found) => <AuditTable {...found} />}</Asked>
}

function AuditTable({ audits }: AuditRuns) {
  const nameOf = useNetworkName()
  return (
    <DataTable<AuditRuns['audits'][number]>
      caption="Audits of the money"
      rows={audits}
      idOf={({ id }) => String(id)}
      empty="No audit has run yet. A worker runs one when it starts, and every five minutes."
      columns={[
        {
          name: 'Verdict',
          cell: ({ verdict }) => <StateWord is={verdictMarks[verdict]}>{words[verdict]}</StateWord>,
          text: ({ verdict }) => verdict,
        },
        timeColumn('From', ({ first_at }) => first_at),
        timeColumn('To', ({ last_at }) => last_at),
        numberColumn('Audits', ({ times }) => times),
        textColumn('Last by', ({ last_by }) => auditors[last_by]),
        {
          name: 'Found',
          cell: ({ findings, could_not_check }) =>
            findings.length + could_not_check.length === 0 ? (
              'nothing'
            ) : (
              <ul className="grid min-w-72 gap-2">
                {findings.map((finding) => (
                  <li key={`${finding.network} ${finding.code}`}>
                    <FindingText finding={finding} />
                  </li>
                ))}
                {could_not_check.map(({ network, reason }) => (
                  <li key={network}>
                    {nameOf(network)}: {reason}
                  </li>
                ))}
              </ul>
            ),
          text: ({ findings }) => findings.map(({ code }) => code).join(' '),
        },
      ]}
    />
  )
}
