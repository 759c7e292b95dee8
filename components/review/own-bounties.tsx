'use client'
import { useQueries } from '@tanstack/react-query'
import { BountyCard } from '#components/bounty/bounty-card'
import { PlaceName } from '#components/place/place-name'
import { QueryProvider } from '#components/query-provider'
import { Moment } from '#components/ui/moment'
import { StepMark } from '#components/ui/step-mark'
import { ApiRefusal } from '#lib/client/api-refusal'
import type { BountyKey } from '#lib/client/bounty-keys'
import { placeOf } from '#lib/domain/bounty/bounty-place'
import type { BountyLimits } from '#lib/schemas/bounty-order'
import type { Review } from '#lib/schemas/review'
import { stateText } from './bounty-words.tsx'
import { hasNothingLeft, KeyTools } from './key-tools.tsx'
import { byNeed, needOf } from './need-of.ts'
import { UnansweredOrder } from './unanswered-order.tsx'
import { useBountyKeys } from './use-bounty-keys.ts'
import { readReview } from './use-review.ts'
import { WhatHappens } from './what-happens.tsx'

const lookEveryMs = 10_000
/** The states in which its amount can still be earned. */
const canBePaid: readonly Review['status'][] = ['paid', 'creating', 'open']

type Props = { networks: readonly { id: string; name: string }[]; limits: BountyLimits }

/** The bounties whose tokens this browser has stored. */
export default function OwnBounties(props: Props) {
  const keys = useBountyKeys()
  return (
    <QueryProvider>
      <div className="grid gap-12">
        <UnansweredOrder />
        {keys.length > 0 ? (
          <Cards {...props} keys={keys} />
        ) : (
          <>
            <None limits={props.limits} />
            <KeyTools keys={keys} />
          </>
        )}
      </div>
    </QueryProvider>
  )
}

function Cards({ keys, networks }: Omit<Props, 'limits'> & { keys: readonly BountyKey[] }) {
  const found = useQueries({
    queries: keys.map(({ bounty_id: id, agent_token: token }) => ({
      queryKey: ['bounty', id],
      queryFn: ({ signal }: { signal: AbortSignal }) => readReview({ bountyId: id, token }, signal),
      staleTime: 0,
      refetchOnWindowFocus: 'always' as const,
      refetchInterval: lookEveryMs,
    })),
  })
  const listed = keys.map((key, index) => ({ key, bounty: found[index]?.data, error: found[index]?.error }))
  const needless = new Set(
    listed.flatMap(({ key, bounty }) => (bounty && hasNothingLeft(bounty.status) ? key.bounty_id : [])),
  )
  return (
    <>
      <section aria-labelledby="own-bounties">
        <h2 id="own-bounties" className="mb-4 text-xl">
          Your bounties
        </h2>
        <ul aria-labelledby="own-bounties" className="grid gap-4 sm:grid-cols-2 sm:gap-5 xl:grid-cols-3">
          {listed.sort(byNeed).map(({ key, bounty, error }) => (
            <li key={key.bounty_id} className="min-w-0">
              <Card
                bountyKey={key}
                bounty={bounty}
                error={error ?? null}
                networkName={networks.find(({ id }) => id === key.network)?.name ?? key.network}
              />
            </li>
          ))}
        </ul>
      </section>
      <KeyTools keys={keys} needless={needless} />
    </>
  )
}

function Card(props: {
  bountyKey: BountyKey
  bounty: Review | undefined
  error: Error | null
  networkName: string
}) {
  const { bountyKey, bounty, error, networkName } = props
  const place = (bounty && placeOf(bounty.brief)) ?? null
  const need = bounty && needOf(bounty)
  const needsChoice = need === 'choose'
  const model = bounty && modelText(bounty)
  return (
    <BountyCard
      href={`/bounties/${bountyKey.bounty_id}`}
      title={bountyKey.title}
      geohash={place}
      amountUsdc={bountyKey.amount_usdc}
      networkName={networkName}
      isOver={bounty && !canBePaid.includes(bounty.status)}
      badge={
        needsChoice && (
          <span className="flex gap-1.5 text-wait">
            <StepMark is="now" /> Your turn
          </span>
        )
      }
      facts={[
        <span key="state" className={needsChoice ? 'font-semibold' : undefined}>
          {bounty ? stateText(bounty) : waitingText(error)}
          {bounty?.ended_at && (
            <>
              {' '}
              <Moment within iso={bounty.ended_at} />
            </>
          )}
        </span>,
        ...(model ? [<span key="model">{model}</span>] : []),
        ...(bounty
          ? [
              <span key="posted" className="text-soft">
                Posted <Moment within iso={bounty.paid_at} />
              </span>,
            ]
          : []),
        ...(bounty?.status === 'open'
          ? [
              <span key="deadline">
                {needsChoice ? 'Decide by' : 'Open until'} <Moment within iso={bounty.deadline} />
              </span>,
            ]
          : []),
      ]}
    >
      {place !== null && (
        <p className="text-sm font-medium">
          <PlaceName geohash={place} />
        </p>
      )}
    </BountyCard>
  )
}

/** What became of the model of the accepted film; `undefined` before one is accepted. */
function modelText({ submissions }: Review): string | undefined {
  const model = submissions.find(({ accepted }) => accepted)?.reconstruction_status
  if (model === 'ready') return '3D model ready'
  if (model === 'failed') return 'No 3D model'
  return model === 'queued' || model === 'running' ? 'The 3D model is being made' : undefined
}

function waitingText(error: Error | null): string {
  if (!error) return 'Loading…'
  const isLocked = error instanceof ApiRefusal && error.status === 401
  return isLocked ? 'The key in this browser no longer opens it' : 'Could not be loaded right now'
}

/** Explains how a commission works, in place of an empty list of bounties. */
function None({ limits }: Pick<Props, 'limits'>) {
  return (
    <div className="grid gap-8">
      <WhatHappens title="How it works" limits={limits} />
      <p className="text-sm text-soft">Bounties that you post in this browser are listed here.</p>
    </div>
  )
}
