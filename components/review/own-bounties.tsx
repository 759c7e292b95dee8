'use client'
import { useQuery } from '@tanstack/react-query'
import Link from 'next/link'
import { QueryProvider } from '#components/query-provider'
import { Cairn } from '#components/ui/cairn'
import type { BountyKey } from '#lib/client/bounty-keys'
import { ApiRefusal, callApi } from '#lib/client/call-api'
import { formatUsdc, wholeUsdc } from '#lib/domain/money'
import { bountySchema } from '#lib/schemas/bounty'
import { BountyWords } from './bounty-words.tsx'
import { KeyTools } from './key-tools.tsx'
import { UnansweredOrder } from './unanswered-order.tsx'
import { useBountyKeys } from './use-bounty-keys.ts'

const lookEveryMs = 10_000

/** The bounties whose keys this browser has. */
export default function OwnBounties({ networks }: { networks: readonly { id: string; name: string }[] }) {
  const keys = useBountyKeys()
  return (
    <QueryProvider>
      <div className="grid gap-12">
        <UnansweredOrder />
        {keys.length > 0 ? (
          <ul className="border-t border-line">
            {keys.map((key) => (
              <Row
                key={key.bounty_id}
                bountyKey={key}
                networkName={networks.find(({ id }) => id === key.network)?.name ?? key.network}
              />
            ))}
          </ul>
        ) : (
          <None />
        )}
        <KeyTools keys={keys} />
      </div>
    </QueryProvider>
  )
}

function Row({ bountyKey, networkName }: { bountyKey: BountyKey; networkName: string }) {
  const { bounty_id: id, agent_token: token, title, amount_usdc: amount } = bountyKey
  const bounty = useQuery({
    queryKey: ['bounty', id],
    queryFn: ({ signal }) =>
      callApi({ path: `/api/v1/bounties/${encodeURIComponent(id)}`, schema: bountySchema, token, signal }),
    staleTime: 0,
    refetchOnWindowFocus: 'always',
    refetchInterval: lookEveryMs,
  })
  return (
    <li className="relative grid gap-x-10 gap-y-1 border-b border-line py-5 last:border-b-0 sm:grid-cols-[minmax(0,1fr)_14rem]">
      <div className="min-w-0">
        <h2 className="text-lg [overflow-wrap:anywhere]">
          <Link
            href={`/bounties/${id}`}
            className="underline-offset-4 after:absolute after:inset-0 hover:underline"
          >
            {title}
          </Link>
        </h2>
        <p className="text-sm text-soft">
          {bounty.data ? <BountyWords bounty={bounty.data} /> : waitingWords(bounty.error)}
        </p>
      </div>
      <p className="font-semibold tabular-nums sm:text-right">
        {formatUsdc(wholeUsdc(amount))} USDC{' '}
        <span className="text-sm font-normal text-soft">on {networkName}</span>
      </p>
    </li>
  )
}

function waitingWords(error: Error | null): string {
  if (!error) return 'Looking it up…'
  const isLocked = error instanceof ApiRefusal && error.status === 401
  return isLocked ? 'This key does not open it here.' : 'Could not be looked up just now.'
}

function None() {
  return (
    <div className="flex flex-wrap items-center gap-x-12 gap-y-6 border-t border-line pt-10">
      <Cairn className="w-32" stones={[{ state: 'open' }, { state: 'open' }, { state: 'set' }]} />
      <div>
        <h2 className="text-xl">No bounty in this browser</h2>
        <p className="mt-2 max-w-[46ch] text-soft">
          Post one and it is listed here, or open the key file of one you posted elsewhere.
        </p>
      </div>
    </div>
  )
}
