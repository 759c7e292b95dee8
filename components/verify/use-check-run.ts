import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import type { CheckSettings } from '#lib/client/check'
import type { CheckRun, RunSnapshot } from '#lib/client/check-run'
import type { Found } from '#lib/client/found-files'

const empty: RunSnapshot = {
  rows: [],
  leftOut: [],
  isCut: false,
  unusedProofs: [],
  waitsUntilMs: undefined,
}

/**
 * The files given to the page and their results. The checking code is loaded when there is a file to check.
 */
export function useCheckRun(settings: CheckSettings) {
  const [run, setRun] = useState<CheckRun>()
  const [problem, setProblem] = useState('')
  const opening = useRef<Promise<{ run: CheckRun; close: () => void }>>(undefined)
  const newest = useRef(settings)
  const { trust, rpcUrl, witnessUrl } = settings

  useEffect(() => {
    newest.current = { trust, rpcUrl, witnessUrl }
    run?.use(newest.current)
  }, [run, trust, rpcUrl, witnessUrl])

  // A closed chain reader is not reused if the component mounts again.
  useEffect(
    () => () => {
      void opening.current?.then(({ close }) => close())
      opening.current = undefined
    },
    [],
  )

  const add = useCallback(async (found: Found) => {
    try {
      opening.current ??= open(newest.current)
      const opened = await opening.current
      setRun(opened.run)
      setProblem('')
      await opened.run.add(found)
    } catch {
      opening.current = undefined
      setProblem('The check failed to start: a part of this page could not be loaded. Try again.')
    }
  }, [])

  const snapshot = useSyncExternalStore(
    run?.subscribe ?? noSubscription,
    run?.snapshot ?? (() => empty),
    () => empty,
  )
  return { run, snapshot, problem, add }
}

const noSubscription = () => () => undefined

async function open(settings: CheckSettings): Promise<{ run: CheckRun; close: () => void }> {
  const [{ CheckRun }, { createHashPool }, { lookUp }] = await Promise.all([
    import('#lib/client/check-run'),
    import('#lib/client/hash-pool'),
    import('#lib/client/look-up'),
  ])
  const pool = createHashPool()
  const run = new CheckRun(settings, { hash: pool.hash, lookUp, wait, now: Date.now })
  return {
    run,
    close: () => {
      run.close()
      pool.close()
    },
  }
}

function wait(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      reject(signal.reason)
    })
  })
}
