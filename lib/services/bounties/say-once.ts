import 'server-only'
import type { Context } from '#lib/adapters/context'

const said = new WeakMap<Context, Map<string, string>>()
/** A process that forgets says it again. */
const maxKept = 10_000

/** Logs what holds up a bounty when it is new, not at every pass. */
export function sayOnce(args: {
  ctx: Context
  bountyId: string
  level: 'warn' | 'error'
  text: string
  data?: Record<string, unknown>
}): void {
  const { ctx, bountyId, level, text, data } = args
  const kept = said.get(ctx) ?? new Map<string, string>()
  said.set(ctx, kept)
  const line = JSON.stringify([text, data])
  if (kept.get(bountyId) === line) return
  if (kept.size >= maxKept) kept.clear()
  kept.set(bountyId, line)
  ctx.log[level]({ bountyId, ...data }, text)
}
