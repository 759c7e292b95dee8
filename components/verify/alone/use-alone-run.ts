import { useEffect, useState, useSyncExternalStore } from 'react'
import type { CheckSettings } from '#lib/client/check'
import { CheckRun } from '#lib/client/check-run'
import { NotCheckedError } from '#lib/client/fetch-json'
import { type Found, filesOfChoice } from '#lib/client/found-files'
import { hashSlices } from '#lib/client/hash-slices'
import { readProofFragment } from '#lib/client/proof-link'
import type { ProofBundle } from '#lib/domain/proof/proof'
import { useWhenOnline } from '../../ui/use-when-online.ts'

const untold: CheckSettings = {
  trust: { chainId: 0, eas: '0x', schemaUids: [], attesters: [] },
  rpcUrl: undefined,
}

/** The file that the address names, or the error of loading it. */
type Linked = { sha256: string; bundle?: ProofBundle; problem?: string }

/**
 * Checks files without the service. A page opened from disk cannot start a worker, so files are hashed in
 * slices between frames.
 */
export function useAloneRun(settings: CheckSettings | undefined) {
  const [run] = useState(
    () =>
      new CheckRun(untold, {
        hash: hashSlices,
        lookUp: async () => {
          throw new NotCheckedError(
            'This page asks no service, so it needs the proof of this file. Verify, on the page of the service, has it under “Technical details”; add it here.',
          )
        },
        wait: async () => undefined,
        now: Date.now,
      }),
  )
  const [linked, setLinked] = useState<Linked>()

  useEffect(() => run.use(settings ?? untold), [run, settings])

  useEffect(() => {
    const read = () =>
      readProofFragment(location.hash).then((proof) =>
        setLinked(
          proof &&
            ('bundle' in proof
              ? { sha256: proof.bundle.sha256, bundle: proof.bundle }
              : { sha256: '', problem: proof.problem }),
        ),
      )
    void read()
    addEventListener('hashchange', read)
    return () => removeEventListener('hashchange', read)
  }, [])

  const snapshot = useSyncExternalStore(run.subscribe, run.snapshot)
  const offline = snapshot.rows.filter(({ report }) => report?.isOffline)
  useWhenOnline(offline.length > 0, () => {
    for (const { id } of offline) run.repeat(id)
  })
  const add = (found: Found) => {
    const brought = linked?.bundle && proofFile(linked.bundle)
    return run.add(brought ? { ...found, files: [...found.files, ...brought.files] } : found)
  }
  return { run, snapshot, linked, add }
}

function proofFile(bundle: ProofBundle): Found {
  return filesOfChoice([new File([JSON.stringify(bundle)], 'from the address.json')])
}
