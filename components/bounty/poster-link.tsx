'use client'
import Link from 'next/link'
import { useSyncExternalStore } from 'react'
import { holdsBountyKey } from '#lib/client/holds-bounty-key'
import { noSubscription } from '../ui/no-subscription.ts'

type Props = { bountyId: string; shownIf: 'held' | 'not held' }

/** From the board to the page of a bounty for its poster: prominent if this browser has its key, and otherwise a small link to enter one. */
export function PosterLink({ bountyId, shownIf }: Props) {
  const isHeld = useSyncExternalStore(
    noSubscription,
    () => holdsBountyKey(bountyId),
    () => false,
  )
  if (isHeld !== (shownIf === 'held')) return null
  const href = `/bounties/${bountyId}`
  if (isHeld)
    return (
      <p className="mt-4 border-l-2 border-lichen pl-4">
        This is your bounty:{' '}
        <Link href={href} prefetch={false} className="link font-semibold">
          open it as its poster
        </Link>
      </p>
    )
  return (
    <p className="text-sm text-soft">
      Posted by you?{' '}
      <Link href={href} prefetch={false} className="link inline-flex min-h-11 items-center">
        Open it as its poster
      </Link>
    </p>
  )
}
