'use client'
import { useContext, useEffect, useState, useSyncExternalStore } from 'react'
import { CommissionLink } from '#components/explore/commission-link'
import { QueryProvider } from '#components/query-provider'
import type { LinkedProof } from '#lib/client/proof-link'
import type { CheckStage } from './check-steps.ts'
import type { Awaited } from './claims.tsx'
import { DropArea } from './drop-area.tsx'
import { FileButton } from './file-button.tsx'
import { isLookAlike, NotYourFile } from './look-alike.tsx'
import { ProofPanel } from './proof-panel.tsx'
import { SurroundingsContext } from './surroundings.ts'
import { useReport } from './use-report.ts'

/**
 * Runs the check of a permanent link, inside a `Checker`. If its fragment contains a proof, the service is not asked.
 *
 * @param awaited the claimed place, if the service has a record
 */
export function LinkedCheck({ sha256, awaited }: { sha256: string; awaited?: Awaited | undefined }) {
  const { trust, endpoints, intake } = useContext(SurroundingsContext)!
  if (!trust || !intake) throw new Error('a linked check is shown inside a checker')
  const settings = { trust, rpcUrl: endpoints.rpcUrl, witnessUrl: endpoints.witnessUrl }
  const { linked, isRead, isAlike } = useLinkedProof(sha256)
  const problem = linked && 'problem' in linked ? linked.problem : undefined
  const bundle = linked && 'bundle' in linked ? linked.bundle : undefined
  const { stage, repeat } = useReport({ ...settings, sha256, bundle, isReady: isRead && !problem })
  const shown: CheckStage = problem
    ? { is: 'done', report: { verdict: 'unsupported', sha256, reason: problem } }
    : stage
  const report = shown.is === 'done' ? shown.report : undefined
  const isRecordChecked = report?.verdict === 'verified'
  const isModel = report?.madeFrom !== undefined
  const isRecordShown = report
    ? report.recomputed?.holds || report.verdict === 'pending'
    : awaited !== undefined && !linked
  // A capture may have been withdrawn to protect someone's privacy, so no new film of its place is offered.
  const mayCommission = !isModel && !bundle && report?.withdrawnAt === undefined
  return (
    <div className="proof-split without-picture pt-4 lg:pt-6">
      {/* There is no picture, so the verdict comes first. */}
      <div className="grid min-w-0 content-start gap-8 pb-6">
        {isAlike && <NotYourFile />}
        <ProofPanel
          key={String(isRead)}
          stage={shown}
          subject="fingerprint"
          level={isAlike ? 2 : 1}
          isOfAnother={isAlike}
          onRepeat={repeat}
          isGiven={bundle !== undefined}
          awaited={linked ? undefined : awaited}
          note={
            problem ? (
              <p className="mt-4">
                <a className="button" href={`/verify/${sha256}`}>
                  Check without that proof
                </a>
              </p>
            ) : (
              <>
                {bundle && <p className="mt-2 text-sm text-soft">Checked with the proof in the address.</p>}
                {isRecordShown && !isAlike && (
                  <p className="mt-2 max-w-[46ch] text-sm text-soft">
                    {isModel ? (
                      'This page shows the record only. No file was checked.'
                    ) : (
                      <>
                        This page shows the record only. Drop the file here to compare the record with what
                        the file itself says, or{' '}
                        {report ? (
                          <FileButton intake={intake} className="link">
                            choose it
                          </FileButton>
                        ) : (
                          // This panel is mounted again once the address is read, which an input would not survive.
                          'choose it'
                        )}
                        .
                      </>
                    )}
                  </p>
                )}
              </>
            )
          }
        />
      </div>
      <div>
        <DropArea
          intake={intake}
          className="min-h-80 lg:sticky lg:top-6"
          isForOneFile
          title={
            <p className="text-xl font-semibold tracking-tight">
              {isModel
                ? 'Have the model itself?'
                : isAlike
                  ? 'Have the original of that capture?'
                  : 'Have the file itself?'}
            </p>
          }
          note={
            isModel
              ? 'This is the record of a 3D model. Drop the ZIP with the model and its working files, as it was downloaded, or the manifest.json in it, which lists the hash of every file. It stays on this device.'
              : isRecordChecked
                ? `A record has no photo or film in it: only someone who has the file can show it. If you have it, drop it here to see whether it is the recorded one, byte for byte, and whether it names another place or time itself. It stays on this device.${mayCommission ? ' If nobody you know has it, you can have the place filmed.' : ''}`
                : 'Drop or choose it to check it. It stays on this device.'
          }
        >
          {/* The name of the cell is asked of the service, which a proof in the address does not need. */}
          {isRecordChecked && mayCommission && report.proof && (
            <QueryProvider>
              <CommissionLink cell={report.proof.geohash} isUnseen className="button">
                Commission a film here
              </CommissionLink>
            </QueryProvider>
          )}
        </DropArea>
      </div>
    </div>
  )
}

/** The proof in the address, once the address has been read, and whether a look-alike of it led here. */
function useLinkedProof(sha256: string): {
  linked: LinkedProof | undefined
  isRead: boolean
  isAlike: boolean
} {
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
  const isRead = fragment !== undefined && (!hasProof || read?.fragment === fragment)
  return {
    linked: isRead && hasProof ? read?.linked : undefined,
    isRead,
    isAlike: isLookAlike(fragment, sha256),
  }
}

function watchFragment(listener: () => void): () => void {
  addEventListener('hashchange', listener)
  return () => removeEventListener('hashchange', listener)
}

function readFragment(): string | undefined {
  return location.hash
}
