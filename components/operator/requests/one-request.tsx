'use client'
import Link from 'next/link'
import type { ReactNode } from 'react'
import { CopyButton } from '#components/ui/copy-button'
import { Fact } from '#components/ui/fact'
import type { OperatorRequest, OperatorRequestDetail } from '#lib/schemas/operator-request'
import { DetailPage } from '../detail-page.tsx'
import { Time } from '../time-format.tsx'
import { adviceOf } from './advice.ts'
import { StatusText } from './status-text.tsx'
import { useRequest } from './use-requests.ts'

/** `/operator/requests/{request_id}`: all that is known of one answer. */
export function OneRequest({ requestId }: { requestId: string }) {
  return (
    <DetailPage
      list={{ href: '/operator/requests', text: 'All requests' }}
      title="Request"
      id={<Id text={requestId} label="request id" />}
      query={useRequest(requestId)}
      absent="This is no id of a request."
    >
      {(found) => (
        <div className="grid grid-cols-1 gap-6">
          {found.request ? <Kept request={found.request} /> : <NotKept found={found} />}
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

function Kept({ request }: { request: OperatorRequest }) {
  const { message, cause, trace_id } = request
  return (
    <>
      <dl className="grid gap-x-8 gap-y-4 border-y border-line py-4 sm:grid-cols-2 lg:grid-cols-4">
        <Fact name="When">
          <Time iso={request.at} />
        </Fact>
        <Fact name="Operation">
          <code>{request.operation}</code> <span className="text-soft">{request.method}</span>
        </Fact>
        <Fact name="Answer">
          <StatusText request={request} />
        </Fact>
        <Fact name="Took">{request.duration_ms} ms</Fact>
      </dl>
      {message !== null && (
        <section className="grid gap-2" aria-labelledby="told">
          <h2 id="told" className="text-lg">
            What the caller was told
          </h2>
          <blockquote className="max-w-[70ch] border-l-2 border-edge pl-4 [overflow-wrap:anywhere]">
            {message}
          </blockquote>
          {/<(link|address|token|hash|key|number)>/.test(message) && (
            <p className="max-w-[70ch] text-sm text-soft">
              Word for word, but for what stands in angle brackets: that is not kept.
            </p>
          )}
        </section>
      )}
      {cause !== null && (
        <section className="grid gap-2" aria-labelledby="cause">
          <h2 id="cause" className="text-lg">
            Why, which the caller was not told
          </h2>
          <p className="max-w-[70ch] font-mono text-sm [overflow-wrap:anywhere]">{cause}</p>
        </section>
      )}
      <section className="grid gap-2" aria-labelledby="do">
        <h2 id="do" className="text-lg">
          What to do
        </h2>
        <p className="max-w-[70ch]">{adviceOf(request)}</p>
      </section>
      <section className="grid gap-2" aria-labelledby="about">
        <h2 id="about" className="text-lg">
          What it was about
        </h2>
        <About request={request} />
      </section>
      {trace_id !== null && (
        <section aria-labelledby="trace">
          <h2 id="trace" className="text-lg">
            Trace
          </h2>
          <p className="mt-1">
            <Id text={trace_id} label="trace id" />
          </p>
        </section>
      )}
    </>
  )
}

function About({ request }: { request: OperatorRequest }) {
  const { bounty_id, payment_id, submission_id, upload_id, api_key, action } = request
  const rows: [string, ReactNode][] = []
  const to = (href: string, text: string) => (
    <Link href={href} className="link font-mono text-sm [overflow-wrap:anywhere]">
      {text}
    </Link>
  )
  if (bounty_id !== null) rows.push(['Bounty', to(`/operator/bounties/${bounty_id}`, bounty_id)])
  if (payment_id !== null) rows.push(['Payment', to(`/operator/payments/${payment_id}`, String(payment_id))])
  if (submission_id !== null)
    rows.push(['Submission', to(`/operator/find?id=${submission_id}`, submission_id)])
  if (upload_id !== null) rows.push(['Upload', <code key="upload">{upload_id}</code>])
  if (api_key !== null) rows.push(['API key', to(`/operator/requests?key=${api_key}`, api_key)])
  if (action !== null) rows.push(['Action', <code key="action">{action}</code>])
  if (rows.length === 0)
    return <p className="text-soft">No bounty, payment, submission or key is known of it.</p>
  return (
    <dl className="grid gap-3">
      {rows.map(([name, value]) => (
        <Fact key={name} name={name}>
          {value}
        </Fact>
      ))}
      {bounty_id !== null && (
        <p className="text-sm">
          <Link href={`/operator/requests?bounty_id=${bounty_id}`} className="link">
            All requests about this bounty
          </Link>
        </p>
      )}
    </dl>
  )
}

/** Absence has several meanings; which one it is cannot be known. */
function NotKept({ found: { kept_days, left_out } }: { found: OperatorRequestDetail }) {
  const { flood, lost, last_at } = left_out
  return (
    <section className="grid max-w-[70ch] gap-3" aria-labelledby="absent">
      <h2 id="absent" className="text-lg">
        Nothing is kept by this id
      </h2>
      <p>That is no proof that there was no such request. It means one of these, and which cannot be told:</p>
      <ul className="grid list-disc gap-1.5 pl-5">
        <li>it was a free read that went well: those are never kept;</li>
        <li>it was answered more than {kept_days} days ago, or five million requests ago;</li>
        {flood + lost > 0 && (
          <li>
            it is one of {flood + lost} that were left out in the last {kept_days} days: {flood} because too
            many of a kind came at once, {lost} because the database was away;
          </li>
        )}
        <li>its process was killed in the moment before it was written down;</li>
        <li>the id was never one of ours, or was copied with a mistake.</li>
      </ul>
      {last_at !== null && (
        <p className="text-sm text-soft">
          Last left out: <Time iso={last_at} />
        </p>
      )}
      <p>
        If it was answered a moment ago, it is written down within two seconds: this page looks again by
        itself. The web’s log has the lines of every request that failed by a fault of ours.
      </p>
    </section>
  )
}

function Id({ text, label }: { text: string; label: string }) {
  return (
    <span className="flex items-center gap-1">
      <code className="min-w-0 text-sm [overflow-wrap:anywhere]">{text}</code>
      <CopyButton text={text} label={`Copy the ${label}`} />
    </span>
  )
}
