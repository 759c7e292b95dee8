'use client'
import { useQuery } from '@tanstack/react-query'
import Link from 'next/link'
import { CopyButton } from '#components/ui/copy-button'
import { isFrozenAnswer } from '#lib/domain/frozen'
import {
  type OperatorRequest,
  type OperatorRequestDetail,
  operatorRequestDetailSchema,
} from '#lib/schemas/operator-request'
import { DetailPage } from '../detail-page.tsx'
import { Facts } from '../facts.tsx'
import { DoneTo } from '../log/done-to.tsx'
import { operatorQuery } from '../operator-query.ts'
import { Part } from '../part.tsx'
import { Time } from '../time-format.tsx'
import { useOperationLabel } from '../use-operator.ts'
import { adviceOf } from './advice.ts'
import { repeatText, StatusText } from './status-text.tsx'

/** `/operator/requests/{request_id}`: one request and its answer. */
export function OneRequest({ requestId }: { requestId: string }) {
  const path = `requests/${encodeURIComponent(requestId)}`
  const query = useQuery({
    ...operatorQuery({ path, schema: operatorRequestDetailSchema }),
    // A request is recorded shortly after its answer.
    refetchInterval: ({ state }) =>
      state.data && state.data.request === null && state.dataUpdateCount < 4 ? 1_000 : false,
  })
  return (
    <DetailPage
      list={{ href: '/operator/requests', text: 'All requests' }}
      title="Request"
      id={<Id text={requestId} label="request id" />}
      query={query}
      absent="This is not the id of a request."
    >
      {(found) => (
        <div className="grid grid-cols-1 gap-6">
          {found.request ? <Kept request={found.request} frozen={found.frozen} /> : <NotKept found={found} />}
          {found.audit_id !== null && (
            <p>
              An operator acted by it:{' '}
              <Link href={`/operator/log?id=${found.audit_id}`} className="link">
                action {found.audit_id} of the log
              </Link>
              .
            </p>
          )}
        </div>
      )}
    </DetailPage>
  )
}

type Frozen = OperatorRequestDetail['frozen']

function Kept({ request, frozen }: { request: OperatorRequest; frozen: Frozen }) {
  const { message, cause, trace_id } = request
  const labelOf = useOperationLabel()
  return (
    <>
      <Facts
        className="grid gap-x-8 gap-y-4 border-y border-line py-4 sm:grid-cols-2 lg:grid-cols-4"
        of={[
          ['When', <Time key="at" iso={request.at} />],
          [
            'Operation',
            <span key="operation">
              {labelOf(request.operation)}
              <span className="block text-sm text-soft">
                {request.method} <code>{request.operation}</code>
              </span>
            </span>,
          ],
          [
            'Answer',
            <span key="status">
              <StatusText request={request} />
              {request.is_repeat && <span className="block text-sm text-soft">{repeatText}</span>}
            </span>,
          ],
          ['Took', `${request.duration_ms} ms`],
        ]}
      />
      {message !== null && (
        <Part title="The answer that the caller got">
          <blockquote className="max-w-[70ch] border-l-2 border-edge pl-4 wrap-anywhere">
            {message}
          </blockquote>
          {/<(link|address|token|hash|key|number)>/.test(message) && (
            <p className="max-w-[70ch] text-sm text-soft">
              Verbatim, except for the parts in angle brackets, which are not stored.
            </p>
          )}
        </Part>
      )}
      {isFrozenAnswer(request) && (
        <Part title="The service was frozen">
          <WasFrozen frozen={frozen} />
        </Part>
      )}
      {cause !== null && (
        <Part title="Cause, which the caller was not told">
          <p className="max-w-[70ch] font-mono text-sm wrap-anywhere">{cause}</p>
        </Part>
      )}
      <Part title="What to do">
        <p className="max-w-[70ch]">{adviceOf(request)}</p>
      </Part>
      <Part title="What it was about">
        <About request={request} />
      </Part>
      {trace_id !== null && (
        <Part title="Trace">
          <Id text={trace_id} label="trace id" />
        </Part>
      )}
    </>
  )
}

/** Since when and why, as it was recorded. */
function WasFrozen({ frozen }: { frozen: Frozen }) {
  if (!frozen)
    return (
      <p className="max-w-[70ch]">
        No freeze is recorded for that time: the database server had just been promoted or recovered, and was
        not compared with the chains yet.
      </p>
    )
  return (
    <>
      <p className="max-w-[70ch] wrap-anywhere">{frozen.reason}</p>
      <p className="text-sm text-soft">
        Since <Time iso={frozen.since} />,{' '}
        {frozen.ended_at === null ? (
          'and still.'
        ) : (
          <>
            until <Time iso={frozen.ended_at} />.
          </>
        )}
      </p>
    </>
  )
}

function About({ request }: { request: OperatorRequest }) {
  const { bounty_id, payment_id, submission_id, upload_id, api_key, action, done_to } = request
  const to = (href: string, text: string) => (
    <Link href={href} className="link font-mono text-sm wrap-anywhere">
      {text}
    </Link>
  )
  if (
    Object.values({ bounty_id, payment_id, submission_id, upload_id, api_key, action }).every(
      (id) => id === null,
    )
  )
    return <p className="text-soft">No bounty, payment, submission or key is known for it.</p>
  return (
    <>
      <Facts
        of={[
          bounty_id !== null && ['Bounty', to(`/operator/bounties/${bounty_id}`, bounty_id)],
          payment_id !== null && ['Payment', to(`/operator/payments/${payment_id}`, String(payment_id))],
          submission_id !== null && ['Submission', to(`/operator/find?id=${submission_id}`, submission_id)],
          upload_id !== null && ['Upload', <code key="upload">{upload_id}</code>],
          api_key !== null && ['API key', to(`/operator/requests?key=${api_key}`, api_key)],
          action !== null && ['Action', <code key="action">{action}</code>],
          done_to !== null && ['Done to', <DoneTo key="done" entry={done_to} />],
        ]}
      />
      {bounty_id !== null && (
        <p className="text-sm">
          <Link href={`/operator/requests?bounty_id=${bounty_id}`} className="link">
            All requests about this bounty
          </Link>
        </p>
      )}
    </>
  )
}

/** A request can be missing for several reasons, which cannot be distinguished. */
function NotKept({ found: { kept_days, left_out } }: { found: OperatorRequestDetail }) {
  const { flood, lost, last_at } = left_out
  return (
    <Part title="Nothing is stored under this id">
      <p>The request may still have happened. One of these is true:</p>
      <ul className="grid list-disc gap-1.5 pl-5">
        <li>it was a free read that succeeded: those are not stored;</li>
        <li>it was answered more than {kept_days} days ago, or five million requests ago;</li>
        {flood + lost > 0 && (
          <li>
            it is one of {flood + lost} that were left out in the last {kept_days} days: {flood} because too
            many of a kind came at once, {lost} because the database was away;
          </li>
        )}
        <li>its process was killed just before it was recorded;</li>
        <li>the id was never one of ours, or was copied with a mistake.</li>
      </ul>
      {last_at !== null && (
        <p className="text-sm text-soft">
          Last left out: <Time iso={last_at} />
        </p>
      )}
      <p>
        A request is recorded within two seconds of its answer, and this page updates automatically. The log
        of the web process has every request that failed with an internal error.
      </p>
    </Part>
  )
}

function Id({ text, label }: { text: string; label: string }) {
  return (
    <span className="flex items-center gap-1">
      <code className="min-w-0 text-sm wrap-anywhere">{text}</code>
      <CopyButton text={text} label={`Copy the ${label}`} />
    </span>
  )
}
