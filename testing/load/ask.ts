import { Agent, type IncomingMessage, request } from 'node:http'
import { text as textOf } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Figures } from '#testing/load/figures'

export type Answer = { status: number; headers: Record<string, string>; text: string }
type Question = {
  kind: string
  path: string
  method?: string
  headers?: Record<string, string>
  body?: string
}
/** Retries until the service answers. Throws on a timeout and on a refusal that is final. */
export type Ask = (question: Question) => Promise<Answer>

/** Longer than any answer of the service takes. */
const answerTimeoutMs = 45_000
const giveUpAfterMs = 90_000
const retryMs = 200
const longestRetryMs = 5_000
/** Not now; ask again. */
const passing = new Set([429, 500, 502, 503, 504])

/**
 * A client that follows the documentation: it repeats requests that got no answer or a "not now", after the time that the answer
 * gives. Each address has a few connections of its own, which are closed after a while, as those of real readers are.
 */
export function openAsk(figures: Figures, port: number): { ask: Ask; close: () => void } {
  const agent = new Agent({ keepAlive: true, maxSockets: 400, maxFreeSockets: 40, timeout: 60_000 })
  let asked = 0
  const once = (question: Question) =>
    new Promise<Answer>((done, fail) => {
      const { path, method = 'GET', body } = question
      asked += 1
      const leaves: Record<string, string> =
        asked % requestsPerConnection === 0 ? { connection: 'close' } : {}
      const headers = { ...addressOf(asked), ...leaves, ...question.headers }
      const outgoing = request(
        {
          host: '127.0.0.1',
          port,
          path,
          method,
          headers,
          agent,
          signal: AbortSignal.timeout(answerTimeoutMs),
        },
        (incoming) => read(incoming).then(done, fail),
      )
      outgoing.once('error', fail)
      outgoing.end(body)
    })
  const ask: Ask = async (question) => {
    const giveUpAt = performance.now() + giveUpAfterMs
    for (;;) {
      const answer = await once(question).catch((error: NodeJS.ErrnoException) => {
        figures.countError(question.kind, error.code ?? error.name)
        return undefined
      })
      if (answer && !passing.has(answer.status)) return answer
      if (answer) figures.countError(question.kind, `${answer.status} ${codeOf(answer)}`)
      // Nothing but a fault of ours is answered like this, and it must not hide behind the next try.
      if (answer?.status === 500)
        figures.violate(`${question.kind} ${question.path} was answered 500: ${answer.text}`)
      if (performance.now() > giveUpAt)
        throw new Error(`never answered, at last ${answer ? answer.status : 'nothing'}`)
      const said = Number(answer?.headers['retry-after'] ?? 0) * 1_000
      await sleep(Math.min(longestRetryMs, Math.max(retryMs, said)))
    }
  }
  return { ask, close: () => agent.destroy() }
}

const requestsPerConnection = 20

async function read(incoming: IncomingMessage): Promise<Answer> {
  const text = await textOf(incoming)
  // The answer was cut off: it is shorter than declared, or its last chunk is missing.
  if (!incoming.complete) throw Object.assign(new Error('cut off'), { code: 'CUT_OFF' })
  return { status: incoming.statusCode!, headers: incoming.headers as Record<string, string>, text }
}

/** The client address that a proxy would report. There are a thousand readers, so that each stays within its limit. */
function addressOf(asked: number): Record<string, string> {
  const reader = (asked * 7_919) % readers
  return { 'x-forwarded-for': `198.18.${reader >> 8}.${reader & 255}` }
}

const readers = 1_000

function codeOf({ text }: Answer): string {
  return /"error":"(\w+)"/.exec(text)?.[1] ?? ''
}
