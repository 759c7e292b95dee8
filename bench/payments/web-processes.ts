import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { Sold } from './sell.ts'

export type WebProcesses = {
  webPids: readonly number[]
  /** Payments and callers are distributed evenly. Payments alternate between the networks, so each process gets a contiguous part. */
  sell: (payments: readonly string[], callers: number) => Promise<Sold>
  close: () => Promise<void>
}

/** Our seller as deployed on several cores: web processes that share database, chains and the relayer's key. */
export async function startWebProcesses(
  count: number,
  settings: Readonly<Record<string, string>>,
): Promise<WebProcesses> {
  const children = await Promise.all(Array.from({ length: count }, () => start(settings)))
  return {
    webPids: children.map(({ pid }) => pid!),
    sell: async (payments, callers) => {
      const parts = await Promise.all(
        children.map((child, at) =>
          ask(child, {
            payments: payments.slice((at * payments.length) / count, ((at + 1) * payments.length) / count),
            callers: Math.floor((callers + at) / count),
          }),
        ),
      )
      return {
        sold: parts.reduce((sum, { sold }) => sum + sold, 0),
        tookMs: parts.flatMap(({ tookMs }) => tookMs),
      }
    },
    close: async () => {
      await Promise.all(
        children.map(async (child) => {
          const ended = once(child, 'exit')
          child.disconnect()
          await ended
        }),
      )
    },
  }
}

async function start(settings: Readonly<Record<string, string>>): Promise<ChildProcess> {
  const child = fork(join(import.meta.dirname, 'web-process.ts'), {
    env: { ...process.env, BENCH_SETTINGS: JSON.stringify(settings) },
  })
  await answerOf(child)
  return child
}

async function ask(child: ChildProcess, asked: { payments: string[]; callers: number }): Promise<Sold> {
  child.send(asked)
  const answer = (await answerOf(child)) as Sold | { error: string }
  if ('error' in answer) throw new Error(`a web process: ${answer.error}`)
  return answer
}

function answerOf(child: ChildProcess): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const ended = (status: number | null) => reject(new Error(`a web process ended with status ${status}`))
    child.once('exit', ended)
    child.once('message', (answer) => {
      child.off('exit', ended)
      resolve(answer)
    })
  })
}
