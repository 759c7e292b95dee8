'use client'
import Link from 'next/link'
import { Fact } from '#components/ui/fact'
import { Hash } from '#components/ui/hash'
import { isEnded } from '#lib/domain/bounty'
import type { OperatorBountyDetail } from '#lib/schemas/operator-bounty'
import { ActionButton } from '../action-button.tsx'
import { Amount } from '../amount.tsx'
import { DetailPage, isAbsent } from '../detail-page.tsx'
import { Part } from '../part.tsx'
import { Age, Time } from '../time-format.tsx'
import { TxHash } from '../tx-hash.tsx'
import { BountyDeliveries } from './bounty-deliveries.tsx'
import { BountyFilms } from './bounty-films.tsx'
import { BountyState } from './bounty-state.tsx'
import { BountyTimeline } from './bounty-timeline.tsx'
import { BountyTransactions } from './bounty-transactions.tsx'
import { MoneyPath } from './money-path.tsx'
import { useBounty } from './use-bounties.ts'

/** Everything of one bounty, its money first. */
export function BountyPage({ bountyId }: { bountyId: string }) {
  const query = useBounty(bountyId)
  const isNone = isAbsent(query)
  return (
    <DetailPage
      list={{ href: '/operator/bounties', text: 'All bounties' }}
      title={isNone ? 'No such bounty' : (query.data?.title ?? 'Bounty')}
      id={!isNone && <Hash value={bountyId} label="the id" />}
      query={query}
      absent={
        <>
          There is no bounty with the id <code className="[overflow-wrap:anywhere]">{bountyId}</code>. If it
          is an id of something else,{' '}
          <Link href={`/operator/find?id=${encodeURIComponent(bountyId)}`}>look what it is</Link>.
        </>
      }
    >
      {(bounty) => <Bounty bounty={bounty} />}
    </DetailPage>
  )
}

function Bounty({ bounty }: { bounty: OperatorBountyDetail }) {
  const mayRetry = !isEnded(bounty.state) && !(bounty.state === 'open' && bounty.post_is_final)
  return (
    <>
      <div>
        <Amount usdc={bounty.amount_usdc} network={bounty.network} />
        <p className="mt-3 text-lg font-semibold" role="status">
          <BountyState bounty={bounty} />{' '}
          <span className="font-normal text-soft">
            for <Age iso={bounty.since} />
          </span>
        </p>
        <WhatHinders bounty={bounty} />
        <p className="mt-4 flex flex-wrap items-center gap-x-5 gap-y-3">
          {mayRetry && (
            <ActionButton
              asked={{ action: 'retry_bounty', input: { bounty_id: bounty.bounty_id } }}
              label="Retry bounty"
            />
          )}
          <Link href={`/operator/payments/${bounty.payment.id}`}>Its payment</Link>
          <Link href={`/operator/requests?bounty_id=${bounty.bounty_id}`}>Requests about it</Link>
          {bounty.onchain_id !== null && (
            <Link href={`/board/${bounty.bounty_id}`}>As the board shows it</Link>
          )}
        </p>
      </div>
      <Part title="Where its money is">
        <MoneyPath bounty={bounty} />
      </Part>
      <div className="grid gap-x-12 gap-y-10 border-t border-line pt-6 lg:grid-cols-[3fr_2fr]">
        <Part title="What happened">
          <BountyTimeline bounty={bounty} />
        </Part>
        <Part title="Terms">
          <Terms bounty={bounty} />
        </Part>
      </div>
      <Part title="Transactions asked for">
        <BountyTransactions bounty={bounty} />
      </Part>
      <Part title="Submissions">
        <BountyFilms submissions={bounty.submissions} />
      </Part>
      <Part title="Webhook deliveries">
        <BountyDeliveries webhook={bounty.webhook} />
      </Part>
    </>
  )
}

/** In one sentence what hinders it, and what to do. */
function WhatHinders({ bounty }: { bounty: OperatorBountyDetail }) {
  const { hindrance, waits_for: waitsFor, is_stuck: isStuck } = bounty
  if (!hindrance)
    return (
      <p className="mt-2 max-w-[70ch]">
        {waitsFor ? (
          <>
            Nothing is known to hinder it. It waits for: {waitsFor}
            {isStuck && (
              <>
                {' '}
                That takes too long: is a <Link href="/operator">worker</Link> running?
              </>
            )}
          </>
        ) : (
          'It has ended, and nothing ever happens to it again.'
        )}
      </p>
    )
  return (
    <section aria-label="What hinders it" className="mt-3 grid max-w-[75ch] gap-2 border-l-2 border-bad pl-4">
      <p className="font-semibold [overflow-wrap:anywhere]">{hindrance.text}</p>
      <p>{hindrance.advice}</p>
      <p className="text-sm text-soft">
        So since <Time iso={hindrance.since} />, last seen by a worker <Time iso={hindrance.looked_at} />
        {hindrance.next_try_at && (
          <>
            ; asked for again by itself <Time iso={hindrance.next_try_at} />
          </>
        )}
        .
      </p>
    </section>
  )
}

function Terms({ bounty }: { bounty: OperatorBountyDetail }) {
  const { payment } = bounty
  return (
    <dl className="grid gap-3">
      <Fact name="Payer">
        <Hash value={bounty.payer} label="the payer" />{' '}
        <Link href={`/operator/bounties?text=${bounty.payer}`} className="link text-sm">
          All of this wallet
        </Link>
      </Fact>
      <Fact name="Payment">
        <Link href={`/operator/payments/${payment.id}`}>{payment.id}</Link>, {payment.amount_usdc} USDC,{' '}
        {payment.state}
        {payment.settle_tx && (
          <span className="block">
            <TxHash network={bounty.network} hash={payment.settle_tx} label="the settlement" />
          </span>
        )}
      </Fact>
      <Fact name="Paid">
        <Time iso={bounty.paid_at} />
      </Fact>
      <Fact name="Deadline">
        <Time iso={bounty.deadline} />
      </Fact>
      <Fact name="Number in the escrow">
        {bounty.onchain_id === null
          ? 'None yet'
          : `${bounty.onchain_id}${bounty.post_is_final ? '' : ', not final yet'}`}
      </Fact>
      <Fact name="Escrow">
        <Hash value={bounty.escrow} label="the escrow" />
      </Fact>
      <Fact name="Reference in the escrow">
        <Hash value={bounty.ref} label="the reference" />
      </Fact>
      {bounty.retry_asked_at && (
        <Fact name="Last retried by an operator">
          <Time iso={bounty.retry_asked_at} />
        </Fact>
      )}
      <Fact name="Brief">
        <span className="whitespace-pre-line [overflow-wrap:anywhere]">{bounty.brief}</span>
      </Fact>
    </dl>
  )
}
