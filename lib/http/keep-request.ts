import 'server-only'
import type { Context } from '#lib/adapters/context'
import { metrics } from '#lib/adapters/metrics/registry'
import { openedWebContext } from '#lib/http/opened-context'
import { type AnsweredRequest, requestLogOf } from '#lib/services/requests/request-log'

type LogContext = Pick<Context, 'sql' | 'clock' | 'log'>

/**
 * Puts an answered request into the log of its context. One that was answered without opening anything goes into that of this
 * process, once there is one: to keep a request is no reason to open a database. Never throws: the answer stands.
 */
export function keepRequest(ctx: object | undefined, answered: AnsweredRequest): void {
  const keep = (known: LogContext) => requestLogOf(known).add(answered)
  const leaveOut = () => metrics().requestsNotKept.inc({ reason: 'lost' })
  try {
    if (ctx && 'sql' in ctx && 'clock' in ctx) keep(ctx as LogContext)
    else openedWebContext()?.then(keep).catch(leaveOut) ?? leaveOut()
  } catch {
    leaveOut()
  }
}
