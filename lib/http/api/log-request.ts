import 'server-only'
import { metrics } from '#lib/adapters/metrics/registry'
import { openedWebContext } from '#lib/http/api/opened-context'
import { type AnsweredRequest, type LogContext, requestLogOf } from '#lib/services/requests/request-log'

/**
 * Adds an answered request to the log of its context. If the request opened no context, it goes to the log of this process,
 * once a context is open: logging alone does not open a database. Never throws.
 */
export function logRequest(ctx: object | undefined, answered: AnsweredRequest): void {
  const log = (known: LogContext) => requestLogOf(known).add(answered)
  const countLost = () => metrics().requestsNotLogged.inc({ reason: 'lost' })
  try {
    if (ctx && 'sql' in ctx && 'clock' in ctx) log(ctx as LogContext)
    else openedWebContext()?.then(log).catch(countLost) ?? countLost()
  } catch {
    countLost()
  }
}
