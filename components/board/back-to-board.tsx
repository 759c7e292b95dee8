'use client'
import Link from 'next/link'
import { useSyncExternalStore } from 'react'
import { lastBoardLink } from '#lib/client/board-visit'
import { noSubscription } from '../ui/no-subscription.ts'

/** From a bounty back to the board, with the place and the filters that this tab had there. */
export function BackToBoard() {
  const href = useSyncExternalStore(noSubscription, lastBoardLink, () => '/board')
  return (
    <Link href={href} prefetch={false} className="inline-flex min-h-11 items-center text-soft hover:text-ink">
      ‹ Open bounties
    </Link>
  )
}
