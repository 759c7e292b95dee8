'use client'
import Link from 'next/link'
import { actionText } from '#lib/domain/access/action-text'
import { errorCodes } from '#lib/domain/error-table'
import { counted } from '#lib/domain/text/counted'
import { type OperatorRequest, operatorRequestPageSchema } from '#lib/schemas/operator-request'
import { hashColumn, IdLink, timeColumn } from '../columns.tsx'
import type { Column } from '../data-table.tsx'
import { ChoiceFilter, FilterBar, MoreFilters, TextFilter, ToggleFilter } from '../filters.tsx'
import { Hash } from '../hash.tsx'
import { List } from '../list.tsx'
import { DoneTo } from '../log/done-to.tsx'
import { useAsked } from '../operator-query.ts'
import { PageHead } from '../part.tsx'
import { fieldText, readField } from '../time-field.ts'
import { useTimeFormat } from '../time-format.tsx'
import { useFilters } from '../use-filters.ts'
import { useOperationLabel, useOperations } from '../use-operator.ts'
import { meaningOf402, repeatText, StatusText } from './status-text.tsx'

const columns: readonly Column<OperatorRequest>[] = [
  {
    name: 'Operation',
    cell: (request) => <Operation request={request} />,
    text: ({ operation }) => operation,
  },
  {
    name: 'Answer',
    cell: (request) => (
      <>
        <StatusText request={request} />
        {/* The text of a price quote is the same for each. */}
        {request.message !== null && request.is_quote !== true && (
          <span title={request.message} className="line-clamp-4 min-w-64 max-w-88 text-xs text-soft">
            {request.message}
          </span>
        )}
        {request.is_repeat && <span className="block max-w-88 text-xs text-soft">{repeatText}</span>}
      </>
    ),
    text: (request) =>
      [request.status, request.code, meaningOf402(request), request.is_repeat ? 'repeat' : null]
        .filter((part) => part != null)
        .join(' '),
  },
  { name: 'Message', text: ({ message }) => message ?? '' },
  { name: 'About', cell: (request) => <About request={request} />, text: aboutText },
  timeColumn('When', ({ at }) => at),
  {
    name: 'Took',
    isNumber: true,
    text: ({ duration_ms }) => duration_ms,
    cell: ({ duration_ms }) => (
      <span className="whitespace-nowrap">{duration_ms.toLocaleString('en')} ms</span>
    ),
  },
  hashColumn('Request', ({ request_id }) => request_id, 'request id'),
]

function Operation({ request: { request_id, operation, action } }: { request: OperatorRequest }) {
  const label = useOperationLabel()(operation)
  return (
    <Link href={`/operator/requests/${request_id}`} title={operation} className="link">
      {action === null ? label : `${label}: ${actionText(action)}`}
    </Link>
  )
}

function About({ request }: { request: OperatorRequest }) {
  const { bounty_id, payment_id, api_key, upload_id, submission_id, done_to } = request
  if (aboutText(request) === '') return '–'
  return (
    <span className="grid gap-1 text-sm">
      {bounty_id !== null && <IdLink href={`/operator/bounties/${bounty_id}`} id={bounty_id} />}
      {payment_id !== null && (
        <Link href={`/operator/payments/${payment_id}`} className="link whitespace-nowrap">
          Payment {payment_id}
        </Link>
      )}
      {submission_id !== null && <IdLink href={`/operator/find?id=${submission_id}`} id={submission_id} />}
      {upload_id !== null && submission_id === null && <Hash value={upload_id} label="the upload" />}
      {api_key !== null && <code className="whitespace-nowrap">{api_key}</code>}
      {done_to !== null && idsText(request) === '' && <DoneTo entry={done_to} />}
    </span>
  )
}

/** The ids of a request in words; empty if only the log of actions says what it was about. */
function idsText({ bounty_id, payment_id, submission_id, upload_id, api_key }: OperatorRequest): string {
  const payment = payment_id === null ? null : `payment ${payment_id}`
  return [bounty_id, payment, submission_id, upload_id, api_key].filter((text) => text !== null).join(' ')
}

function aboutText(request: OperatorRequest): string {
  const { done_to: done } = request
  return idsText(request) || (done ? `${done.subject} ${done.subject_id}` : '')
}

const outcomes = [
  ['ok', 'Answered'],
  ['refused', 'Refused'],
  ['4xx', '4xx, the caller’s error'],
  ['5xx', '5xx, our error'],
] as const
const spans = [
  ['3600', 'an hour'],
  ['86400', 'a day'],
  ['604800', 'a week'],
] as const
const codes = errorCodes.map((code) => [code, code] as const)
const keyLength = 14

/** Converts the typed filters to the format of the API: the first characters of a key, and a full UTC time. */
const readTyped =
  (isUtc: boolean) =>
  ({ until = '', key = '', payment_id = '', payer = '' }: Record<string, string>) => ({
    payment_id,
    payer,
    key: key.slice(0, keyLength),
    until: readField(until, isUtc),
  })

const filterNames = [
  'outcome',
  'code',
  'operation',
  'key',
  'bounty_id',
  'payment_id',
  'payer',
  'within',
  'until',
  'reads',
  'quotes',
  'not_found',
  'cursor',
] as const
type RequestFilters = Partial<Record<string, string>>

/** `/operator/requests`: answered requests, with the filters in the address. */
export function Requests() {
  const [filters, change] = useFilters(filterNames)
  const operations = useOperations()
  const isUtc = useTimeFormat().format === 'utc'
  const { quotes, not_found: notFound, ...others } = filters
  // Who asks for refusals, a code or an operation means these answers too.
  const isNamed = [filters.outcome, filters.code, filters.operation].some(Boolean)
  const asked = {
    ...others,
    ...(quotes === 'true' ? {} : { without_quotes: 'true' }),
    ...(notFound === 'true' || isNamed ? {} : { without_not_found: 'true' }),
  }
  const query = useAsked({
    path: 'requests',
    asked,
    schema: operatorRequestPageSchema,
    everyMs: false,
    isList: true,
  })
  return (
    <div className="grid grid-cols-1 gap-6">
      <PageHead title="Requests">
        Refused and paid requests, changes, and all requests of key holders, stored for 30 days. Free reads
        that succeed are not recorded. If you have the id from an error, use the search above.
      </PageHead>
      <FilterBar filters={filters} change={change} read={readTyped(isUtc)}>
        <ChoiceFilter name="outcome" label="Answer" options={outcomes} />
        <ChoiceFilter name="code" label="Error code" options={codes} />
        <ChoiceFilter
          name="within"
          label={filters.until ? 'Before that time, within' : 'Within the last'}
          any="30 days"
          options={spans}
        />
        <ChoiceFilter name="operation" label="Operation" options={operations} />
        <ToggleFilter name="quotes">Include price quotes</ToggleFilter>
        {!isNamed && <ToggleFilter name="not_found">Include reads that found nothing (404)</ToggleFilter>}
        <ToggleFilter name="reads">Include operators’ reads and previews</ToggleFilter>
        <MoreFilters names={['until', 'key', 'payment_id', 'payer']}>
          <TextFilter
            name="until"
            label={isUtc ? 'Before, UTC' : 'Before, local time'}
            type="datetime-local"
            defaultValue={fieldText(filters.until, isUtc)}
          />
          <TextFilter
            name="key"
            label="API key begins with"
            placeholder="cairn_1a2b3c4d"
            pattern="cairn_[\w\-]{8}.*"
            title="At least its first 14 characters; no more of it is used"
          />
          <TextFilter
            name="payment_id"
            label="Payment"
            placeholder="14"
            pattern="\s*[1-9]\d{0,11}\s*"
            title="The number of a payment"
          />
          <TextFilter
            name="payer"
            label="Wallet that paid"
            placeholder="0x…"
            pattern="\s*0x[0-9a-fA-F]{40}\s*"
            title="0x and 40 hexadecimal digits"
          />
        </MoreFilters>
      </FilterBar>
      <Scope filters={filters} change={change} />
      <List
        {...{ query, columns, filters, change, caption: 'Requests' }}
        rowsOf={({ requests }) => requests}
        idOf={({ request_id }) => request_id}
        empty="No request is recorded yet."
        emptyFiltered="No recorded request matches these filters."
      >
        {({ quotes_left_out: count }) =>
          count !== null &&
          count.count > 0 && (
            <p className="text-sm text-soft">
              {count.is_more ? 'More than ' : ''}
              {counted(count.count, 'price quote is', 'price quotes are')} left out.
            </p>
          )
        }
      </List>
    </div>
  )
}

/** The filters that another page has set. */
function Scope(props: { filters: RequestFilters; change: (changes: RequestFilters) => void }) {
  const { filters, change } = props
  const { bounty_id, payment_id } = filters
  if (bounty_id === undefined && payment_id === undefined) return null
  return (
    <p className="flex flex-wrap items-center gap-x-4 text-sm">
      <span>
        Only about <code className="wrap-anywhere">{bounty_id ?? `payment ${payment_id}`}</code>
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
