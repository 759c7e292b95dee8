'use client'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { type Live, type News, newsBetween } from './live.ts'
import type { Newest } from './newest-words.tsx'

/** The time for which the list of trees may be cached. */
const everyMs = 15_000
const mostTrees = 10

async function readLive(signal: AbortSignal) {
  const { readNewestTrees } = await import('#lib/client/public-data')
  const trees = await readNewestTrees(mostTrees, signal)
  const [newest] = trees
  if (!newest) return undefined
  return {
    newest,
    trees: trees.map(({ tree_id, leaf_count }) => ({ treeId: tree_id, leafCount: leaf_count })),
  }
}

/**
 * Checks for new captures with public data: the list of trees and, if there is a new one, the cells that were added to the public coverage.
 * It pauses while the page is hidden. A failed check is repeated with the next one; the page works without it.
 */
export function useLive(): {
  newest: Newest | undefined
  news: News | undefined
} {
  const { data } = useQuery({
    queryKey: ['live', 'trees'],
    queryFn: async ({ signal }) => (await readLive(signal)) ?? null,
    refetchInterval: everyMs,
    refetchOnWindowFocus: 'always',
    staleTime: everyMs,
  })
  const treeId = data?.newest.tree_id
  const { data: coverage } = useQuery({
    queryKey: ['live', 'coverage', treeId],
    queryFn: async ({ signal }) => {
      const { readCoverage } = await import('#lib/client/public-data')
      const { cells } = await readCoverage(signal)
      return { treeId: treeId!, cells }
    },
    enabled: treeId !== undefined,
  })
  const before = useRef<Live>(undefined)
  const [news, setNews] = useState<News>()
  useEffect(() => {
    if (!data || coverage?.treeId !== data.newest.tree_id) return
    const now: Live = {
      treeId: data.newest.tree_id,
      leafCount: data.newest.leaf_count,
      anchoredAt: data.newest.attestation?.time,
      cells: coverage.cells,
    }
    const found = before.current && newsBetween(before.current, now, data.trees)
    before.current = now
    if (found) setNews(found)
  }, [data, coverage])
  const anchoredAt = data?.newest.attestation?.time
  return { newest: data && anchoredAt ? { leafCount: data.newest.leaf_count, anchoredAt } : undefined, news }
}
