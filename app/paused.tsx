import type { ReactNode } from 'react'
import { PausedNote } from '#components/wallet/paused-note'
import { inTime } from '#lib/adapters/in-time'
import { webContext } from '#lib/http/api/context'
import { isFrozen } from '#lib/services/freeze/is-frozen'

const checkWithinMs = 1_000

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
