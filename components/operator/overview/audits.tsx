'use client'
import { useEffect, useState } from 'react'
import type { AuditRuns } from '#lib/schemas/operator-overview'
import { Asked } from '../asked.tsx'
import { DataTable } from '../data-table.tsx'
import { StateWord } from '../state-word.tsx'
import { Time } from '../time-format.tsx'
import { useNetworkName } from '../use-operator.ts'
import { FindingText } from './finding-text.tsx'
import { Part } from './part.tsx'
import { useAudits } from './use-overview.ts'
import { auditors, verdictMarks } from './verdict.tsx'

const words = { sound: 'All right', violated: 'Something differs', unchecked: 'Could not check' } as const
const place = '#audits'

/** What the audits of the money found, the last and those before. */
export function Audits() {
  const [isOpen, setIsOpen] = useState(false)
  const audits = useAudits(isOpen)
  useEffect(() => {
    // A line of what needs a hand leads here.
    const open = () => location.hash === place && setIsOpen(true)
    open()
    addEventListener('hashchange', open)
    return () => removeEventListener('hashchange', open)
  }, [])
  return (
    <Part id="audits" title="Audits of the money">
      <details open={isOpen} onToggle={(event) => setIsOpen(event.currentTarget.open)}>
        <summary className="min-h-11 content-center text-soft">What they found</summary>
        {isOpen && <Asked query={audits}>{(found) => <AuditTable {...found} />}</Asked>}
      </details>
    </Part>
  )
}

function AuditTable({ audits }: AuditRuns) {
  const nameOf = useNetworkName()
  return (
    <DataTable
      caption="Audits of the money"
      rows={audits}
      idOf={({ id }) => String(id)}
      empty="No audit has run yet. A worker runs one when it starts, and every five minutes."
      columns={[
        {
          name: 'Verdict',
          cell: ({ verdict }) => (
            <span className="whitespace-nowrap">
              <StateWord is={verdictMarks[verdict]}>{words[verdict]}</StateWord>
            </span>
          ),
          text: ({ verdict }) => verdict,
        },
        { name: 'From', cell: ({ first_at }) => <Time iso={first_at} />, text: ({ first_at }) => first_at },
        { name: 'To', cell: ({ last_at }) => <Time iso={last_at} />, text: ({ last_at }) => last_at },
        { name: 'Audits', isNumber: true, cell: ({ times }) => times, text: ({ times }) => times },
        { name: 'Last by', cell: ({ last_by }) => auditors[last_by], text: ({ last_by }) => last_by },
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
