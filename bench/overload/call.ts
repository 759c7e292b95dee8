import { Agent, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { burstMs } from '#lib/domain/admission/admission'

/** `status` 0: no answer. */
export type Answered = {
  kind: 'paid' | 'health'
  status: number
  /** From when the call was due. */
  tookMs: number
  /** False if it came after the last call was sent: what a queue still has then does not count as throughput. */
  isInTime: boolean
  /** True if it was due in the first second of an open loop, which may be a burst: a refusal may wait for as long. */
  isEarly: boolean
}
type Call = { path: string; body?: string; payment?: string }

const answerTimeoutMs = 60_000
const healthEveryMs = 200
const agent = new Agent({ keepAlive: true })

function send(url: string, { path, body, payment }: Call): Promise<number> {
  return new Promise((done) => {
    const outgoing = request(
      `${url}${path}`,
      {
        agent,
        method: body === undefined ? 'GET' : 'POST',
        headers: {
          ...(body === undefined
            ? {}
            : { 'content-type': 'application/json', 'content-length': body.length }),
          ...(payment === undefined ? {} : { 'payment-signature': payment }),
        },
        signal: AbortSignal.timeout(answerTimeoutMs),
      },
      (incoming) => {
        incoming.resume().once('end', () => done(incoming.statusCode ?? 0))
        incoming.once('error', () => done(0))
      },
    )
    outgoing.once('error', () => done(0))
    outgoing.end(body)
  })
}

/** A closed loop: each of the callers sends its next call when it has its answer. */
export async function callInTurn(args: {
  url: string
  calls: readonly Call[]
  callers: number
  seconds: number
}): Promise<Answered[]> {
  const { url, callers, seconds } = args
  const left = [...args.calls]
  const answered: Answered[] = []
  const endMs = performance.now() + seconds * 1_000
  await Promise.all(
    Array.from({ length: callers }, async () => {
      for (let call = left.pop(); call && performance.now() < endMs; call = left.pop()) {
        const startedMs = performance.now()
        const status = await send(url, call)
        const now = performance.now()
        answered.push({
          kind: 'paid',
          status,
          isEarly: false,
          tookMs: now - startedMs,
          isInTime: now <= endMs,
        })
      }
    }),
  )
  return answered
}

/** An open loop: calls are sent when they are due, also if earlier ones are unanswered, with health checks among them. */
export async function callAtRate(args: {
  url: string
  calls: readonly Call[]
  perSecond: number
  seconds: number
}): Promise<Answered[]> {
  const { url, calls, perSecond, seconds } = args
  const answered: Answered[] = []
  const pending: Promise<void>[] = []
  const startedMs = performance.now()
  const sendDue = (kind: Answered['kind'], call: Call, dueMs: number) => {
    pending.push(
      send(url, call).then((status) => {
        const now = performance.now()
        const isInTime = now <= startedMs + seconds * 1_000
        answered.push({ kind, status, tookMs: now - dueMs, isInTime, isEarly: dueMs < startedMs + burstMs })
      }),
    )
  }
  let sent = 0
  let checks = 0
  for (;;) {
    const elapsedMs = performance.now() - startedMs
    if (elapsedMs > seconds * 1_000) break
    for (; sent < calls.length && sent < (elapsedMs / 1_000) * perSecond; sent += 1)
      sendDue('paid', calls[sent]!, startedMs + (sent / perSecond) * 1_000)
    for (; checks < elapsedMs / healthEveryMs; checks += 1)
      sendDue('health', { path: '/api/health' }, startedMs + checks * healthEveryMs)
    await sleep(4)
  }
  await Promise.all(pending)
  return answered
}
