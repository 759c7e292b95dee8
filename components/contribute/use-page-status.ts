'use client'
import { useRouter } from 'next/navigation'
import { useEffect } from 'react'
import type { BoardStatus } from '#lib/domain/bounty/board-status'

/**
 * Loads the page of a bounty again when its status has changed, so that its head and its buttons say the same as the films on it.
 *
 * @param shown the status that the page shows @param known the status as last read; `undefined` if it was not read
 */
export function usePageStatus({
  shown,
  known,
}: {
  shown: BoardStatus
  known: BoardStatus | undefined
}): void {
  const router = useRouter()
  useEffect(() => {
    if (known !== undefined && known !== shown) router.refresh()
  }, [known, shown, router])
}
