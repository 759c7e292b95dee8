import { setTimeout as sleep } from 'node:timers/promises'
import type { Sql } from '#lib/adapters/db'
import { solvencySchema } from '#lib/schemas/solvency'
import type { Ask } from '#testing/load/ask'
import type { Figures } from '#testing/load/figures'
import { type Member, usageOf } from '#testing/load/fleet'

export type Reading = { at: number; rssMb: number; files: number }
export type Watch = {
  /** By process, one list for each of its lives. */
  usage: Map<string, Reading[][]>
  databaseConnections: number[]
  stop: () => Promise<void>
}

const everyMs = 5_000

/** Looks now and then at what each process holds, and at whether the money is where it should be. */
export function startWatch(args: {
  members: () => readonly Member[]
  sql: Sql
  ask: Ask
  figures: Figures
  onTick: () => void
}): Watch {
  const { members, sql, ask, figures, onTick } = args
  const usage = new Map<string, Reading[][]>()
  const lives = new Map<string, number>()
  const databaseConnections: number[] = []
  const stop = new AbortController()

  const look = async () => {
    for (const { name, pid: read } of members()) {
      const pid = read()
      const found = pid === undefined ? undefined : usageOf(pid)
      if (!found) continue
      const known = usage.get(name) ?? []
      usage.set(name, known)
      if (lives.get(name) !== pid) {
        lives.set(name, pid!)
        known.push([])
      }
      known.at(-1)!.push({ at: figures.now(), ...found })
    }
    const [row] = await sql<{ count: number }[]>`
      select count(*)::int as count from pg_stat_activity where backend_type = 'client backend'`
    databaseConnections.push(row!.count)
    const { status, text } = await ask({ kind: 'solvency', path: '/api/solvency' })
    if (status !== 200) return figures.violate(`/api/solvency answered ${status}`)
    const { networks } = solvencySchema.parse(JSON.parse(text))
    for (const { network, escrow, treasury, status: checked } of networks) {
      figures.count(`solvency ${checked}`)
      if (!escrow || !treasury) continue
      for (const { atomic } of [
        escrow.difference,
        treasury.difference,
        treasury.unmatched_in,
        treasury.unmatched_out,
      ])
        if (atomic !== '0') figures.violate(`solvency of ${network} is off by ${atomic}`)
    }
  }
  const running = (async () => {
    while (!stop.signal.aborted) {
      await look().catch((error: Error) => figures.violate(`the watch failed: ${error.message}`))
      onTick()
      await sleep(everyMs, undefined, { signal: stop.signal }).catch(() => {})
    }
  })()
  return {
    usage,
    databaseConnections,
    stop: async () => {
      stop.abort()
      await running
    },
  }
}
