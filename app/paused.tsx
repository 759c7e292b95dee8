import type { ReactNode } from 'react'
import { PausedNote } from '#components/wallet/paused-note'
import { inTime } from '#lib/adapters/in-time'
import { webContext } from '#lib/http/api/context'
import { isFrozen } from '#lib/services/freeze/is-frozen'

const checkWithinMs = 1_000

/** `Paused` for people who submit films. @param props.children what else the pause means for them */
export function PausedForContributors({ className, children }: { className: string; children?: ReactNode }) {
  return (
    <Paused className={className}>
      You can still submit films; films are accepted and paid after the pause. {children}
    </Paused>
  )
}

/** A note while the service is known to be frozen. If that cannot be read in time, it shows nothing: the service refuses what it must. */
export async function Paused({ className, children }: { className: string; children?: ReactNode }) {
  const ctx = await webContext()
  if (!(await inTime(checkWithinMs, isFrozen({ ctx })))) return null
  return (
    <div className={className}>
      <PausedNote>{children}</PausedNote>
    </div>
  )
}
