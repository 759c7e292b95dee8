import { useCallback, useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react'
import type { CheckSettings } from '#lib/client/check'
import type { CheckRow, RunSnapshot } from '#lib/client/check-row'
import type { CheckRun } from '#lib/client/check-run'
import type { Found } from '#lib/client/found-files'
import { isOffline } from '#lib/client/offline'
import { noSubscription } from '../ui/no-subscription.ts'
import { useWhenOnline } from '../ui/use-when-online.ts'

const empty: RunSnapshot = {
  rows: [],
  leftOut: [],
  isCut: false,
  unusedProofs: [],
  waitsUntilMs: undefined,
}

/**
 * The runs of this document by the history entry that shows them, so that Back from another page shows the files again. They are only in
 * memory: the browser has no other place for a file that it does not copy.
 */
const runs = new Map<string, CheckRun>()

/** True if this document holds files that were checked, to which Back leads. */
export function hasCheckedFiles(): boolean {
  return runs.size > 0
}

/** The file with this fingerprint, if it was checked in this document, which still holds it. */
export function checkedFile(sha256: string): (CheckRow & { file: File }) | undefined {
  const rows = [...runs.values()].flatMap((run) => run.snapshot().rows)
  return rows.find(
    (row): row is CheckRow & { file: File } =>
      row.sha256 === sha256 && row.file !== undefined && !row.modelFileCount,
  )
}

/**
 * The files given to the page and their results. The checking code is loaded when there is a file to check. A run goes on while another
 * page of this service is shown. Files that could not be checked are checked again when the connection is back.
 */
export function useCheckRun(settings: CheckSettings) {
  const [run, setRun] = useState<CheckRun>()
  const [lost, setLost] = useState<{ found: Found; options: AddOptions; problem: string }>()
  const opening = useRef<Promise<CheckRun>>(undefined)
  const newest = useRef(settings)
  const { trust, rpcUrl, witnessUrl } = settings

  useEffect(() => {
    newest.current = { trust, rpcUrl, witnessUrl }
    run?.use(newest.current)
  }, [run, trust, rpcUrl, witnessUrl])

  // The address is the one of this page only after it was committed.
  useLayoutEffect(() => {
    const earlier = runs.get(String(history.state?.[entryKey]))
    if (!earlier) return
    opening.current = Promise.resolve(earlier)
    setRun(earlier)
  }, [])

  const add = useCallback(async (found: Found, options?: AddOptions) => {
    try {
      opening.current ??= open(newest.current)
      const opened = await opening.current
      setRun(opened)
      setLost(undefined)
      await opened.add(found, options)
    } catch {
      opening.current = undefined
      setLost({ found, options, problem: isOffline() ? offlineProblem : loadProblem })
    }
  }, [])

  const snapshot = useSyncExternalStore(
    run?.subscribe ?? noSubscription,
    run?.snapshot ?? (() => empty),
    () => empty,
  )
  const unchecked = snapshot.rows.filter(({ report }) => report?.verdict === 'could_not_check')
  useWhenOnline(unchecked.length > 0, () => {
    for (const { id } of unchecked) run?.repeat(id)
  })
  useWhenOnline(lost !== undefined, () => lost && void add(lost.found, lost.options))
  return { run, snapshot, problem: lost?.problem ?? '', add }
}

type AddOptions = { replaces: boolean } | undefined

const loadProblem = 'The check failed to start: a part of this page could not be loaded. Try again.'
const offlineProblem = 'This device is offline. The check starts by itself when the connection is back.'

const entryKey = 'cairnRun'

async function open(settings: CheckSettings): Promise<CheckRun> {
  // Loaded when there is something to check: the first view stays small.
  const { createRun } = await import('./create-run.ts')
  const run = createRun(settings)
  // The name differs from those of earlier documents, whose entries outlive them.
  const name = `${performance.timeOrigin} ${runs.size}`
  runs.set(name, run)
  history.replaceState({ ...history.state, [entryKey]: name }, '')
  return run
}
