import 'server-only'
import { errorText } from '#lib/adapters/chain/error-text'
import type { Context } from '#lib/adapters/context'
import { givenRows, mayBeLost } from '#lib/adapters/durability'
import { metrics } from '#lib/adapters/metrics/registry'
import { onEndSignal } from '#lib/adapters/on-end-signal'
import { processValue } from '#lib/adapters/process-value'
import { apartFromRequest, type RequestNotes, type Told } from '#lib/adapters/request-notes'
import { scrub, scrubCause } from '#lib/domain/text/scrub'
import { Flood } from '#lib/services/requests/flood'

export type LogContext = Pick<Context, 'sql' | 'clock' | 'log'>

/** One answered request, with all that is logged about it. */
export type AnsweredRequest = {
  requestId: string
  operation: string
  method: string
  status: number
  durationMs: number
  notes: RequestNotes
  told?: Told | undefined
  /** The cause of an internal error. */
  cause?: unknown
  traceId?: string | undefined
}

export type RequestLog = {
  /** Queues a request and returns at once. Requests that cannot be stored are counted. */
  add: (request: AnsweredRequest) => void
  /** Writes the queued requests. Never throws. */
  flush: () => Promise<void>
  /** Flushes, and writes later entries at once, because the process is about to end. */
  end: () => Promise<void>
}

type Row = Record<string, string | number | boolean | null> & { at: string; status: number }
type Gap = 'flood' | 'lost'

/** Short, so that a caller can look up an id that it has just received. */
const writeAfterMs = 250
const maxWaiting = 4_000
const maxAtOnce = 500
/** Methods that are stored by name. */
const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

/** Only notes that have the form of our ids are logged, because a path may contain anything. */
const shapes = {
  bountyId: /^bty_[0-9a-f]{32}$/,
  submissionId: /^sub_[0-9a-f]{32}$/,
  uploadId: /^upl_[0-9a-f]{32}$/,
  apiKey: /^cairn_[\w-]{8}$/,
  action: /^[a-z_]{1,60}$/,
}

/**
 * Logs answered requests in batches, shortly after the answers. If the database is unreachable, or slower than the requests,
 * entries are dropped and counted: logging never delays or fails a request.
 */
function openRequestLog(ctx: LogContext): RequestLog {
  const waiting: Row[] = []
  /** By minute and reason: stored with the next rows that the database accepts. */
  const gaps = new Map<string, number>()
  const flood = new Flood()
  let timer: NodeJS.Timeout | undefined
  let writing: Promise<void> | undefined
  let isEnding = false

  const leaveOut = (reason: Gap, at: Date) => {
    metrics().requestsNotLogged.inc({ reason })
    const key = `${at.toISOString().slice(0, 16)}:00Z ${reason}`
    gaps.set(key, (gaps.get(key) ?? 0) + 1)
  }
  const add = (request: AnsweredRequest) => {
    const at = new Date(ctx.clock.now().getTime() - request.durationMs)
    const isRefused = request.status >= 400
    // Price quotes are frequent, and must not hide refused payments, which have the same code.
    const kind = `${request.told?.code ?? request.status} ${request.notes.isQuote ?? ''}`
    if (isRefused && !flood.admits(kind, performance.now())) leaveOut('flood', at)
    else if (waiting.length >= maxWaiting) leaveOut('lost', at)
    else waiting.push(rowOf(request, at))
    schedule()
  }
  const schedule = () => {
    if (timer || writing) return
    // A process that is shutting down does not wait for more.
    timer = apartFromRequest(() => setTimeout(() => void flush(), isEnding ? 0 : writeAfterMs))
    timer.unref()
  }
  const flush = (): Promise<void> => {
    clearTimeout(timer)
    timer = undefined
    writing ??= writeAll().finally(() => {
      writing = undefined
      if (waiting.length > 0) schedule()
    })
    return writing
  }
  const writeAll = async () => {
    while (waiting.length > 0 || gaps.size > 0) {
      const rows = waiting.splice(0, maxAtOnce)
      const missing = [...gaps]
      gaps.clear()
      try {
        await write(ctx, rows, missing)
      } catch (error) {
        for (const [key, count] of missing) gaps.set(key, (gaps.get(key) ?? 0) + count)
        for (const { at } of rows) leaveOut('lost', new Date(at))
        ctx.log.warn({ error: errorText(error), requests: rows.length }, 'requests not written down')
        return
      }
    }
  }
  const end = () => {
    isEnding = true
    return flush()
  }
  return { add, flush, end }
}

function rowOf(request: AnsweredRequest, at: Date): Row {
  const { requestId, operation, method, status, durationMs, notes, told, cause, traceId } = request
  const ours = (name: keyof typeof shapes) =>
    notes[name] !== undefined && shapes[name].test(notes[name]) ? notes[name] : null
  return {
    request_id: requestId,
    at: at.toISOString(),
    operation,
    method: methods.has(method) ? method : 'OTHER',
    status,
    duration_ms: Math.round(durationMs),
    code: told?.code ?? null,
    message: told ? scrub(told.message) : null,
    is_quote: notes.isQuote ?? null,
    cause: cause === undefined ? null : scrubCause(errorText(cause)),
    bounty_id: ours('bountyId'),
    payment_id: notes.paymentId ?? null,
    submission_id: ours('submissionId'),
    upload_id: ours('uploadId'),
    api_key: ours('apiKey'),
    action: ours('action'),
    trace_id: traceId ?? null,
  }
}

/** One statement, so that a batch costs as much as one row. */
async function write({ sql }: LogContext, rows: Row[], gaps: [string, number][]): Promise<void> {
  const missing = gaps.map(([key, count]) => {
    const [minute, reason] = key.split(' ')
    return { minute, reason, count }
  })
  const columns = sql`
    request_id uuid, at timestamptz, operation text, method text, status smallint, duration_ms integer, code text,
    message text, is_quote boolean, cause text, bounty_id text, payment_id bigint, submission_id text, upload_id text, api_key text,
    action text, trace_id text`
  const durability = mayBeLost('the log of requests holds nothing that money depends on')
  await sql`
    with ${givenRows(sql, { rows, columns, durability })}, noted as (
      insert into request_log_gap (minute, reason, count)
      select minute, reason, count
      from jsonb_to_recordset(${JSON.stringify(missing)}::text::jsonb)
        as missing (minute timestamptz, reason text, count bigint)
      on conflict (minute, reason) do update set count = request_log_gap.count + excluded.count
    )
    insert into request_log (request_id, at, operation, method, status, duration_ms, code, message, is_quote, cause,
                             bounty_id, payment_id, submission_id, upload_id, api_key, action, trace_id)
    select request_id, at, operation, method, status, duration_ms, code, message, is_quote, cause,
           bounty_id, payment_id, submission_id, upload_id, api_key, action, trace_id
    from given
    on conflict (request_id) do nothing`
}

// One log per pool.
type Logs = { byPool: WeakMap<object, RequestLog>; all: Set<RequestLog> }
const slot = processValue<Logs>('request logs')

/** The request log of a context. */
export function requestLogOf(ctx: LogContext): RequestLog {
  slot.current ??= startLogs()
  const { byPool, all } = slot.current
  const known = byPool.get(ctx.sql)
  if (known) return known
  const opened = openRequestLog(ctx)
  byPool.set(ctx.sql, opened)
  all.add(opened)
  return opened
}

function startLogs(): Logs {
  const logs: Logs = { byPool: new WeakMap(), all: new Set() }
  onEndSignal(() => {
    for (const log of logs.all) void log.end()
  })
  return logs
}
