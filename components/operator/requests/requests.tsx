'use client'
import Link from 'next/link'
import { Hash } from '#components/ui/hash'
import type { OperatorRequest } from '#lib/schemas/operator-request'
import { Asked } from '../asked.tsx'
import { type Column, DataTable } from '../data-table.tsx'
import { Time } from '../time-format.tsx'
import { useFilters } from '../use-filters.ts'
import { RequestFilterForm } from './request-filters.tsx'
import { StatusText } from './status-text.tsx'
import { filterNames, type RequestFilters, useRequests } from './use-requests.ts'

const columns: Column<OperatorRequest>[] = [
  {
    name: 'Operation',
    cell: ({ request_id, operation, action }) => (
      <Link href={`/operator/requests/${request_id}`} className="link font-mono text-sm">
        {action === null ? operation : `${operation} ${action}`}
      </Link>
    ),
    text: ({ operation }) => operation,
  },
  {
    name: 'Answer',
    cell: (request) => <StatusText request={request} />,
    text: ({ status, code }) => `${status} ${code ?? ''}`.trim(),
  },
  { name: 'About', cell: (request) => <About request={request} />, text: aboutText },
  { name: 'When', cell: ({ at }) => <Time iso={at} />, text: ({ at }) => at },
  {
    name: 'Took, ms',
    isNumber: true,
    cell: ({ duration_ms }) => duration_ms,
    text: ({ duration_ms }) => duration_ms,
  },
  {
    name: 'Request',
    cell: ({ request_id }) => <Hash value={request_id} label="request id" />,
    text: ({ request_id }) => request_id,
  },
]

function About({ request }: { request: OperatorRequest }) {
  const { bounty_id, payment_id, api_key, upload_id, submission_id } = request
  if (aboutText(request) === '') return '–'
  return (
    <span className="grid gap-1 text-sm">
      {bounty_id !== null && (
        <Link href={`/operator/bounties/${bounty_id}`} className="link font-mono whitespace-nowrap">
          {`${bounty_id.slice(0, 12)}…`}
        </Link>
      )}
      {payment_id !== null && (
        <Link href={`/operator/payments/${payment_id}`} className="link whitespace-nowrap">
          Payment {payment_id}
        </Link>
      )}
      {submission_id !== null && (
        <Link
          href={`/operator/find?id=${submission_id}`}
          className="link font-mono whitespace-nowrap"
        >{`${submission_id.slice(0, 12)}…`}</Link>
      )}
      {upload_id !== null && submission_id === null && (
        <code className="whitespace-nowrap">{`${upload_id.slice(0, 12)}…`}</code>
      )}
      {api_key !== null && <code className="whitespace-nowrap">{api_key}</code>}
    </span>
  )
}

function aboutText({ bounty_id, payment_id, submission_id, upload_id, api_key }: OperatorRequest): string {
  const payment = payment_id === null ? null : `payment ${payment_id}`
  return [bounty_id, payment, submission_id, upload_id, api_key].filter((text) => text !== null).join(' ')
}

/** `/operator/requests`: what was answered, with the filters in the address. */
export function Requests() {
  const [filters, change] = useFilters(filterNames)
  const query = useRequests(filters)
  return (
    <div className="grid grid-cols-1 gap-6">
      <div>
        <h1 className="text-xl">Requests</h1>
        <p className="mt-2 max-w-[70ch] text-soft">
          Refusals, what paid or changed something, and what key holders asked, for 30 days. Free reads that
          went well are not kept. With the id from any error, use the search above.
        </p>
      </div>
      <RequestFilterForm filters={filters} change={change} />
      <Scope filters={filters} change={change} />
      <Asked query={query}>
        {({ pages }) => (
          <div className="grid grid-cols-1 gap-4" aria-busy={query.isPlaceholderData}>
            <DataTable
              caption="Requests"
              columns={columns}
              rows={pages.flatMap(({ requests }) => requests)}
              idOf={({ request_id }) => request_id}
              empty={
                Object.keys(filters).length === 0
                  ? 'No request has been written down yet.'
                  : 'No request that is kept matches these filters.'
              }
            />
            {query.hasNextPage && (
              <div>
                <button
                  type="button"
                  className="button"
                  disabled={query.isFetchingNextPage}
                  onClick={() => query.fetchNextPage()}
                >
                  {query.isFetchingNextPage ? 'Loading…' : 'Older requests'}
                </button>
              </div>
            )}
          </div>
        )}
      </Asked>
    </div>
  )
}

/** What another page has narrowed it to. */
function Scope({ filters, change }: { filters: RequestFilters; change: (changes: RequestFilters) => void }) {
  const { bounty_id, payment_id } = filters
  if (bounty_id === undefined && payment_id === undefined) return null
  return (
    <p className="flex flex-wrap items-center gap-x-4 text-sm">
      <span>
        Only about <code className="[overflow-wrap:anywhere]">{bounty_id ?? `payment ${payment_id}`}</code>
      </span>
      <button
        type="button"
        className="link min-h-11"
        onClick={() => change({ bounty_id: '', payment_id: '' })}
      >
        Show all
      </button>
    </p>
  )
}
