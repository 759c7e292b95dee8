'use client'
import { useSyncExternalStore } from 'react'
import { type BountyKey, readBountyKeys, watchBountyKeys } from '#lib/client/bounty-keys'

const none: readonly BountyKey[] = []

/** The bounties that this browser can open. */
export function useBountyKeys(): readonly BountyKey[] {
  return useSyncExternalStore(watchBountyKeys, readBountyKeys, () => none)
}
