'use client'
import Link from 'next/link'
import { BountyMeasures } from '#components/bounty/measure-notes'
import { isEnded } from '#lib/domain/bounty/bounty'
import { type OperatorBountyDetail, operatorBountyDetailSchema } from '#lib/schemas/operator-bounty'
import { ActionButton } from '../action-button.tsx'
import { Amount, readable } from '../amount.tsx'
import { DetailPage, isAbsent } from '../detail-page.tsx'
import { Facts } from '../facts.tsx'
import { Hash } from '../hash.tsx'
import { Instructions } from '../instructions.tsx'
import { useAsked } from '../operator-query.ts'
import { Part } from '../part.tsx'
import { Age, Time } from '../time-format.tsx'
import { TxHash } from '../tx-hash.tsx'
import { BountyDeliveries } from './bounty-deliveries.tsx'
import { BountyFilms } from './bounty-films.tsx'
import { BountyState } from './bounty-state.tsx'
import { BountyTimeline } from './bounty-timeline.tsx'
import { BountyTransactions } from './bounty-transactions.tsx'
import { MoneyPath } from './money-path.tsx'

const restMs = 10_000
/** Polled while a bounty is in progress. */
const followMs = 3_000

/** Everything of one bounty, its money first. */
export function BountyPage({ bountyId }: { bountyId: string }) {
  const query = useAsked({
    path: `bounties/${encodeURIComponent(bountyId)}`,
    schema: operatorBountyDetailSchema,
    everyMs: (bounty) => {
      if (!bounty) return restMs
      if (isEnded(bounty.state)) return false
      return bounty.state === 'open' && bounty.post_is_final ? restMs : followMs
    },
  })
  const isNone = isAbsent(query)
  return (
    <DetailPage
      list={{ href: '/operator/bounties', text: 'All bounties' }}
      title={isNone ? 'No such bounty' : (query.data?.title ?? 'Bounty')}
      id={!isNone && <Hash value={bountyId} label="the id" />}
      query={query}
      absent={
        <>
          No bounty has the id <code className="wrap-anywhere">{bountyId}</code>.{' '}
          <Link href={`/operator/find?id=${encodeURIComponent(bountyId)}`}>Search everything for it</Link>.
        </>
      }
    >
      {(bounty) => <Bounty bounty={bounty} />}
    </DetailPage>
  )
}

function Bounty({ bounty }: { bounty: OperatorBountyDetail }) {
  const hasEnded = isEnded(bounty.state)
  const films = (
    <Part title="Submissions">
      <BountyFilms submissions={bounty.submissions} />
    </Part>
  )
  const mayRetry = !hasEnded && !(bounty.state === 'open' && bounty.post_is_final)
  return (
    <>
      <div>
        <Amount usdc={bounty.amount_usdc} network={bounty.network} />
        <p className="mt-3 text-lg font-semibold" role="status">
          {/* How long it is hidden is said below: the age is that of the state. */}
          <BountyState bounty={{ ...bounty, is_hidden: false }} />{' '}
          <span className="font-normal text-soft">
            {hasEnded ? '' : 'for '}
            <Age iso={bounty.since} />
            {hasEnded ? ' ago' : ''}
          </span>
        </p>
        <Blocker bounty={bounty} />
        <div className="mt-4 max-w-[70ch] empty:hidden">
          <BountyMeasures moderation={bounty.moderation} />
        </div>
        <p className="mt-4 flex flex-wrap items-center gap-x-5 gap-y-3">
          {mayRetry && (
            <ActionButton
              asked={{ action: 'retry_bounty', input: { bounty_id: bounty.bounty_id } }}
              label="Retry bounty"
              bountyTitle={bounty.title}
            />
          )}
          <ActionButton
            asked={{
              action: bounty.is_hidden ? 'unhide_subject' : 'hide_subject',
              input: { kind: 'bounty', id: bounty.bounty_id },
            }}
            label={bounty.is_hidden ? 'Show bounty again' : 'Hide bounty'}
            bountyTitle={bounty.title}
          />
          {bounty.moderation?.some(({ measure }) => measure === 'model_page_hidden') && (
            <ActionButton
              asked={{ action: 'unhide_subject', input: { kind: 'model', id: bounty.bounty_id } }}
              label="Show model page again"
              bountyTitle={bounty.title}
            />
          )}
          {bounty.state === 'open' && (
            <ActionButton
              asked={{ action: 'cancel_bounty', input: { bounty_id: bounty.bounty_id } }}
              label="Cancel and refund"
              bountyTitle={bounty.title}
            />
          )}
          <span className="flex flex-wrap gap-x-5 gap-y-3 max-sm:w-full">
            <Link href={`/operator/payments/${bounty.payment.id}`}>Payment</Link>
            <Link href={`/operator/requests?bounty_id=${bounty.bounty_id}`}>Requests</Link>
            {bounty.onchain_id !== null && <Link href={`/board/${bounty.bounty_id}`}>On the board</Link>}
          </span>
        </p>
      </div>
      <Part title="Where the money is">
        <MoneyPath bounty={bounty} />
      </Part>
      {hasEnded && films}
      <div className="grid gap-x-12 gap-y-10 border-t border-line pt-6 lg:grid-cols-[3fr_2fr]">
        <Part title="What happened">
          <BountyTimeline bounty={bounty} />
        </Part>
        <Part title="Terms">
          <Terms bounty={bounty} />
        </Part>
      </div>
      <Part title="Transactions requested">
        <BountyTransactions bounty={bounty} />
      </Part>
      {!hasEnded && films}
      <Part title="Webhook deliveries">
        <BountyDeliveries webhook={bounty.webhook} />
      </Part>
    </>
  )
}

/** In one sentence what blocks it, and what to do. */
function Blocker({ bounty }: { bounty: OperatorBountyDetail }) {
  const { blocker, waits_for: waitsFor, is_stuck: isStuck } = bounty
  if (!blocker)
    return (
      <p className="mt-2 max-w-[70ch]">
        {waitsFor ? (
          <>
            {!bounty.is_hidden && 'Nothing blocks it. '}It waits for{' '}
            {waitsFor.charAt(0).toLowerCase() + waitsFor.slice(1)}
            {isStuck && (
              <>
                {' '}
                That takes too long: is a <Link href="/operator/figures#workers">worker</Link> running?
              </>
            )}
          </>
        ) : (
          'It has ended: its money does not move any more. Hiding it only takes it off public pages.'
        )}
      </p>
    )
  return (
    <section aria-label="What blocks it" className="mt-3 grid max-w-[65ch] gap-2 border-l-2 border-bad pl-4">
      <p className="font-semibold wrap-anywhere">{blocker.text}</p>
      <p>{blocker.advice}</p>
      <p className="text-sm text-soft">
        Since <Time within iso={blocker.since} />. Last checked by a worker{' '}
        <Time within iso={blocker.looked_at} />.
        {blocker.next_try_at && (
          <>
            {' '}
            Next automatic retry <Time iso={blocker.next_try_at} />.
          </>
        )}
      </p>
    </section>
  )
}

function Terms({ bounty }: { bounty: OperatorBountyDetail }) {
  const { payment, network, onchain_id: number } = bounty
  return (
    <Facts
      of={[
        [
          'Payer',
          <>
            <Hash value={bounty.payer} label="the payer" />{' '}
            <Link href={`/operator/bounties?text=${bounty.payer}`} className="link inline-block text-sm">
              All bounties of this wallet
            </Link>
          </>,
        ],
        [
          'Payment',
          <>
            <Link href={`/operator/payments/${payment.id}`}>Payment {payment.id}</Link>:{' '}
            {readable(payment.amount_usdc)} USDC, {payment.state}
            {payment.settle_tx && (
              <span className="block">
                <TxHash network={network} hash={payment.settle_tx} label="the settlement" />
              </span>
            )}
          </>,
        ],
        ['Paid by poster', <Time key="paid" iso={bounty.paid_at} />],
        ['Deadline', <Time key="deadline" iso={bounty.deadline} />],
        [
          'Number in the escrow',
          number === null ? 'None yet' : `${number}${bounty.post_is_final ? '' : ', not final yet'}`,
        ],
        ['Escrow', <Hash key="escrow" value={bounty.escrow} label="the escrow" />],
        ['Reference in the escrow', <Hash key="ref" value={bounty.ref} label="the reference" />],
        bounty.retry_asked_at && [
          'Last retried by an operator',
          <Time key="retry" iso={bounty.retry_asked_at} />,
        ],
        ['Instructions', <Instructions key="brief" brief={bounty.brief} />],
      ]}
    />
  )
}
