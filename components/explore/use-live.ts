'use client'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { type Live, type News, newsBetween } from './live.ts'
import type { Newest } from './newest-words.tsx'

/** The time for which the list of trees may be cached. */
const everyMs = 15_000
const mostTrees = 10

type NewestTree = Pick<Live, 'treeId' | 'leafCount' | 'anchoredAt'>

async function readTrees(signal: AbortSignal) {
  const { readNewestTrees } = await import('#lib/client/public-data')
  const trees = await readNewestTrees(mostTrees, signal)
  return trees.map(
    ({ tree_id, leaf_count, attestation }): NewestTree => ({
      treeId: tree_id,
      leafCount: leaf_count,
      anchoredAt: attestation?.time,
    }),
  )
}

/**
 * Checks for new captures with public data: the list of trees and, if there is a new one, the cells that were added to the public coverage.
 * It pauses while the page is hidden. A failed check is repeated with the next one; the page works without it.
 *
 * @param first what the page was rendered with; without it, the first check is at once
 */
export function useLive(first?: Live): {
  newest: Newest | undefined
  news: News | undefined
} {
  const { data: trees } = useQuery({
    queryKey: ['live', 'trees'],
    queryFn: ({ signal }) => readTrees(signal),
    ...(first && { initialData: [first] }),
    refetchInterval: everyMs,
    refetchOnWindowFocus: 'always',
    staleTime: everyMs,
  })
  const newest = trees?.[0]
  const treeId = newest?.treeId
  const { data: coverage } = useQuery({
    queryKey: ['live', 'coverage', treeId],
    queryFn: async ({ signal }): Promise<Pick<Live, 'treeId' | 'cells'>> => {
      const { readCoverage } = await import('#lib/client/public-data')
      const { cells } = await readCoverage(signal)
      return { treeId: treeId!, cells }
    },
    ...(first?.treeId === treeId && { initialData: first }),
    enabled: treeId !== undefined,
  })
  const before = useRef<Live>(undefined)
  const [news, setNews] = useState<News>()
  useEffect(() => {
    if (!newest || coverage?.treeId !== newest.treeId) return
    const now: Live = { ...newest, cells: coverage.cells }
    const found = before.current && newsBetween(before.current, now, trees)
    before.current = now
    if (found) setNews(found)
  }, [trees, newest, coverage])
  const shown =
    newest?.anchoredAt === undefined
      ? undefined
      : { leafCount: newest.leafCount, anchoredAt: newest.anchoredAt }
  return { newest: shown, news }
}
