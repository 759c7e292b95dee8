'use client'
import Link from 'next/link'
import { actionText } from '#lib/domain/access/action-text'
import { isEnded } from '#lib/domain/bounty/bounty'
import { counted } from '#lib/domain/text/counted'
import type { OperatorBountyDetail, TimelineEntry } from '#lib/schemas/operator-bounty'
import { CopyId, shortId } from '../hash.tsx'
import { repeatText } from '../requests/status-text.tsx'
import { Time } from '../time-format.tsx'
import { TxHash } from '../tx-hash.tsx'
import { useOperationLabel } from '../use-operator.ts'
import { eventText } from './event-words.ts'

/** So many entries are shown at once, also of a bounty that has ended. */
const mostShown = 10

const kindNames: Record<TimelineEntry['kind'], string> = {
  event: 'Event',
  action: 'Operator',
  request: 'Request',
}

/** Its events, the actions of operators, and the requests that named it; newest first. Many are folded once it has ended. */
export function BountyTimeline({ bounty }: { bounty: OperatorBountyDetail }) {
  if (!isEnded(bounty.state) || bounty.timeline.length <= mostShown) return <Entries bounty={bounty} />
  return (
    <details>
      <summary className="min-h-11 content-center">
        Show {counted(bounty.timeline.length, 'entry', 'entries')}
      </summary>
      <Entries bounty={bounty} />
    </details>
  )
}

function Entries({ bounty }: { bounty: OperatorBountyDetail }) {
  const { timeline, timeline_is_cut: isCut, network } = bounty
  return (
    <>
      <ol className="grid border-l border-line">
        {timeline.map((entry) => (
          <li key={entry.key} data-kind={entry.kind} className="relative grid gap-0.5 py-2.5 pl-5">
            <span
              aria-hidden="true"
              className={`absolute top-[1.15rem] -left-[5px] size-[9px] rounded-full ${entry.kind === 'event' ? 'bg-ink' : entry.kind === 'action' ? 'bg-lichen-shade' : 'bg-edge'}`}
            />
            <p className="text-sm text-soft">
              <Time exact iso={entry.at} /> · {kindNames[entry.kind]}
            </p>
            <p className="wrap-anywhere">
              <Title entry={entry} bountyId={bounty.bounty_id} />
            </p>
            {entry.detail && <p className="text-sm wrap-anywhere text-soft">{detailText(entry)}</p>}
            {entry.transaction && (
              <p>
                <TxHash network={network} hash={entry.transaction} label="its transaction" />
              </p>
            )}
            {entry.request_id && (
              <p className="text-sm">
                <Link href={`/operator/requests/${entry.request_id}`}>
                  Request {entry.request_id.slice(0, 8)}…
                </Link>
              </p>
            )}
          </li>
        ))}
      </ol>
      <p className="mt-3 text-sm text-soft">
        {isCut && 'Older entries are left out: of each kind the last hundred are shown. '}Reads that found
        nothing (404) are not listed here; they are under{' '}
        <Link href={`/operator/requests?bounty_id=${bounty.bounty_id}&not_found=true`}>Requests</Link>.
      </p>
    </>
  )
}

function detailText({ kind, detail, is_repeat: isRepeat }: TimelineEntry): string {
  if (kind === 'event') return `State: ${detail?.replaceAll('_', ' ')}`
  return kind === 'request' ? `Answered ${detail}${isRepeat ? `. ${repeatText}` : ''}` : `${detail}`
}

/** A request is stored as its method and the id of its operation: `POST cancelBounty`. */
function operationOf(request: string): string {
  return request.split(' ').at(-1)!
}

function Title({ entry, bountyId }: { entry: TimelineEntry; bountyId: string }) {
  const { kind, text, subject } = entry
  const labelOf = useOperationLabel()
  return (
    <>
      {kind === 'request' ? (
        <span title={text}>{labelOf(operationOf(text))}</span>
      ) : (
        <strong className="font-semibold">{kind === 'action' ? actionText(text) : eventText(text)}</strong>
      )}
      {subject.id !== bountyId && (
        <span className="text-sm text-soft">
          {' '}
          {subject.kind}{' '}
          {subject.kind === 'payment' ? (
            <Link href={`/operator/payments/${subject.id}`}>{subject.id}</Link>
          ) : (
            <span className="inline-flex items-center gap-1">
              <a href={`#${subject.id}`}>{shortId(subject.id)}</a>
              <CopyId id={subject.id} />
            </span>
          )}
        </span>
      )}
    </>
  )
}
