import { formatUsdc } from '#lib/domain/money/money'
import { type Audit, type Verdict, verdictOf } from '#lib/services/ledger/audit'
import { type Figures, isSolvent, type NetworkBooks } from '#lib/services/ledger/read-books'

/** 2: something could not be checked. It is never reported as fine. */
export const exitStatus: Record<Verdict, number> = { sound: 0, violated: 1, unchecked: 2 }

const verdicts: Record<Verdict, string> = {
  sound: 'Everything was checked, and every unit is where it should be.',
  violated: 'Something is wrong: see the findings above.',
  unchecked: 'COULD NOT CHECK everything. No error was found, and the check is incomplete.',
}

/** The audit as a text for people. */
export function auditReport(found: Audit): string {
  return [...found.networks.map(networkText), findingsText(found), `${verdicts[verdictOf(found)]}\n`].join(
    '\n',
  )
}

function networkText(found: NetworkBooks): string {
  const { books } = found
  const head = [
    `${found.name} (${found.network})`,
    `  escrow    ${books.escrows.join(', ')}`,
    `  treasury  ${books.treasury}`,
    `  USDC      ${books.token}`,
  ]
  if (!found.checked) return [...head, `  COULD NOT CHECK: ${found.reason}`, ''].join('\n')
  const { number, hash, time } = found.block
  return [
    ...head,
    `  block     ${number} ${hash} ${time.toISOString()}`,
    '',
    ...table(rowsOf(found.figures)),
    '',
    `  ${isSolvent(found) ? 'Solvent.' : 'NOT SOLVENT AS IT SHOULD BE.'}`,
    '',
  ].join('\n')
}

type Line = [label: string, amountAtomic: bigint] | 'line'

function rowsOf({ escrow, treasury }: Figures): Line[] {
  return [
    ['Escrow: balance', escrow.balance],
    ['less surplus, sent without a request', escrow.surplus],
    ['  less open bounties of others', escrow.others],
    ['  less our open bounties', escrow.ours],
    ['  DIFFERENCE (must be zero)', escrow.difference],
    ['  the contract says it owes', escrow.totalOpen],
    'line',
    ['Treasury: came in', treasury.inflows],
    ['  less went out', treasury.outflows],
    ['  less came in without a payment', treasury.unmatchedIn],
    ['  less moved in from PAY_TO', treasury.revenue],
    ['  less in flight', treasury.inFlight],
    ['  DIFFERENCE (must be zero)', treasury.difference],
    ['  of what went out, for no bounty', treasury.unmatchedOut],
    ['  SHORT of what is in flight (must be zero)', treasury.shortfall],
  ]
}

/** Formats lines with labels on the left and amounts on the right, aligned at the decimal point. */
function table(lines: readonly Line[]): string[] {
  const rows = lines.map((line) => (line === 'line' ? undefined : { label: line[0], amount: exact(line[1]) }))
  const labelWidth = Math.max(...rows.map((row) => row?.label.length ?? 0))
  const amountWidth = Math.max(...rows.map((row) => row?.amount.length ?? 0))
  return rows.map((row) =>
    row ? `  ${row.label.padEnd(labelWidth)}  ${row.amount.padStart(amountWidth)} USDC` : '',
  )
}

/** All six decimals, so that a difference of one atomic unit is visible. */
function exact(amountAtomic: bigint): string {
  const [whole, decimals] = formatUsdc(amountAtomic).split('.') as [string, string]
  return `${whole}.${decimals.padEnd(6, '0')}`
}

function findingsText({ findings }: Audit): string {
  if (findings.length === 0) return 'No findings.'
  return findings
    .map(({ code, severity, network, message, count, ids }) => {
      const more = count > ids.length && ids.length > 0 ? [`and ${count - ids.length} more`] : []
      const lines = [...ids, ...more].map((id) => `\n    ${id}`).join('')
      return `${severity.toUpperCase()} ${code}${network ? ` on ${network}` : ''}\n  ${message}${lines}`
    })
    .join('\n')
}
