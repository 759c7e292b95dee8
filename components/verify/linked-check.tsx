'use client'
import { useEffect, useState, useSyncExternalStore } from 'react'
import type { CheckSettings } from '#lib/client/check'
import type { LinkedProof } from '#lib/client/proof-link'
import { Card } from './card.tsx'
import { CheckCard } from './check-card.tsx'
import { ReportView } from './report-view.tsx'

/** The check a permanent address stands for. A proof in its fragment is used, and the service then not asked. */
export function LinkedCheck({ sha256, settings }: { sha256: string; settings: CheckSettings }) {
  const fragment = useSyncExternalStore(watchFragment, readFragment, () => undefined)
  const [read, setRead] = useState<{ fragment: string; linked: LinkedProof | undefined }>()
  const hasProof = fragment?.includes('proof=') === true
  useEffect(() => {
    if (!hasProof) return
    let isLeft = false
    import('#lib/client/proof-link')
      .then(({ readProofFragment }) => readProofFragment(fragment))
      .catch(() => ({ problem: 'A part of this page could not be loaded.' }))
      .then((linked) => !isLeft && setRead({ fragment, linked }))
    return () => {
      isLeft = true
    }
  }, [fragment, hasProof])

  // Until the fragment is known, asking the service could ask what the link was made to avoid.
  if (fragment === undefined || (hasProof && read?.fragment !== fragment))
    return (
      <Card title="By fingerprint">
        <p role="status" className="py-4 text-soft">
          Reading the address…
        </p>
      </Card>
    )
  const linked = hasProof ? read?.linked : undefined
  if (linked && 'problem' in linked)
    return (
      <Card title="By fingerprint, with the proof in the address">
        <ReportView
          report={{ verdict: 'unsupported', sha256, reason: linked.problem }}
          actions={
            <p className="mt-6">
              <a className="button" href={`/verify/${sha256}`}>
                Check without that proof
              </a>
            </p>
          }
        />
      </Card>
    )
  return (
    <CheckCard
      title={linked ? 'By fingerprint, with the proof in the address' : 'By fingerprint'}
      sha256={sha256}
      bundle={linked?.bundle}
      settings={settings}
    />
  )
}

function watchFragment(listener: () => void): () => void {
  addEventListener('hashchange', listener)
  return () => removeEventListener('hashchange', listener)
}

function readFragment(): string | undefined {
  return location.hash
}
