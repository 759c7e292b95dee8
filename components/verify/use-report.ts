import { useEffect, useState } from 'react'
import type { CheckSettings, Report } from '#lib/client/check'
import { isOffline, offlineReason } from '#lib/client/offline'
import type { ProofBundle } from '#lib/domain/proof/proof'
import { isoTime } from '#lib/domain/text/iso-time'
import { useWhenOnline } from '../ui/use-when-online.ts'
import type { CheckStage } from './check-steps.ts'

type Input = CheckSettings & {
  sha256: string
  /** With a proof, the service is not asked. */
  bundle?: ProofBundle | undefined
  /** False while it is not yet known whether there is a proof. */
  isReady?: boolean
}

/** Checks a fingerprint without its file, again for each change of the settings, and if it could not be checked, when the connection is back. */
export function useReport(input: Input) {
  const { sha256, bundle, trust, rpcUrl, witnessUrl, isReady = true } = input
  const [stage, setStage] = useState<CheckStage>({ is: 'asking', found: undefined })
  const [at, setAt] = useState('')
  const [round, setRound] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each round is another check
  useEffect(() => {
    if (!isReady) return
    const abort = new AbortController()
    const { signal } = abort
    const show = (next: CheckStage) => {
      if (!signal.aborted) setStage(next)
    }
    show({ is: 'asking', found: undefined })
    // Loaded when there is something to check: the first view stays small.
    import('#lib/client/check')
      .then(({ check }) =>
        check({
          sha256,
          bundle,
          trust,
          rpcUrl,
          witnessUrl,
          signal,
          onFound: (found) => show({ is: 'asking', found }),
        }),
      )
      .catch(
        (): Report => ({
          verdict: 'could_not_check',
          sha256,
          ...(isOffline()
            ? { reason: offlineReason, isOffline: true }
            : { reason: 'A part of this page could not be loaded.' }),
        }),
      )
      .then((report) => {
        show({ is: 'done', report })
        setAt(isoTime(new Date()))
      })
    return () => abort.abort(new Error('left the page'))
  }, [sha256, bundle, trust, rpcUrl, witnessUrl, isReady, round])
  const repeat = () => setRound((before) => before + 1)
  useWhenOnline(stage.is === 'done' && stage.report.verdict === 'could_not_check', repeat)
  return { stage, at, repeat }
}
