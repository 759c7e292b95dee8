import { setTimeout as sleep } from 'node:timers/promises'
import type { Context } from '#lib/adapters/context'
import { CairnError } from '#lib/domain/errors'
import { checkUnfreeze } from '#lib/services/freeze/check-unfreeze'
import { endFreeze } from '#lib/services/freeze/end-freeze'
import { freezeService } from '#lib/services/freeze/freeze-service'
import type { Freeze } from '#lib/services/freeze/get-freeze'
import { replay } from '#lib/services/freeze/replay'

const help = `npm run freeze -- status | freeze REASON | replay | unfreeze [--accept DIGEST]

  status     why the service stands still, how far it was replayed, and what the audit finds
  freeze     makes every process stand still within two seconds
  replay     brings the database up to what the chains have, until nothing is left to wait for
  unfreeze   lets it go on: once replayed, and with the audit's findings accepted by their digest
Exit status: 0 done (status: it runs), 1 it stands still or was refused, 2 could not be done.
`
const replayPauseMs = 5_000

type Done = { status: number; text: string }

/** One command, and what it says. @throws when database or settings do not allow to look */
export async function runFreeze(args: {
  ctx: Context
  given: readonly string[]
  pauseMs?: number
}): Promise<Done> {
  const { ctx, given, pauseMs = replayPauseMs } = args
  const [command, ...rest] = given
  try {
    if (command === 'status' && rest.length === 0) return await status(ctx)
    if (command === 'freeze' && rest.length > 0) return await freeze(ctx, rest.join(' '))
    if (command === 'replay' && rest.length === 0) return await replayAll(ctx, pauseMs)
    if (command === 'unfreeze' && rest.length === 0) return await unfreeze(ctx, null)
    if (command === 'unfreeze' && rest.length === 2 && rest[0] === '--accept')
      return await unfreeze(ctx, rest[1]!)
  } catch (error) {
    if (error instanceof CairnError) return { status: 1, text: `${error.message}\n` }
    throw error
  }
  return { status: command === '--help' ? 0 : 2, text: help }
}

async function status(ctx: Context): Promise<Done> {
  const { freeze, audit, refusal } = await checkUnfreeze({ ctx })
  if (!freeze) return { status: 0, text: 'The service runs.\n' }
  const found = (audit?.violations ?? []).flatMap(({ code, network, message, ids }) => [
    `  ${code}${network ? ` on ${network}` : ''}: ${message}`,
    ...ids.map((id) => `    ${id}`),
  ])
  const next =
    refusal ??
    (audit?.digest
      ? `To go on with these findings: unfreeze --accept ${audit.digest}`
      : 'It may go on: unfreeze')
  return { status: 1, text: `${[...describe(freeze), ...found, next].join('\n')}\n` }
}

async function freeze(ctx: Context, reason: string): Promise<Done> {
  const done = await freezeService({ ctx, tx: ctx.db, input: { cause: 'operator', reason } })
  return done
    ? { status: 0, text: 'The service is frozen.\n' }
    : { status: 1, text: 'The service is already frozen.\n' }
}

async function replayAll(ctx: Context, pauseMs: number): Promise<Done> {
  for (let said = ''; ; ) {
    const freeze = await replay({ ctx })
    if (!freeze) return { status: 1, text: 'The service runs: there is nothing to replay.\n' }
    const text = `${describe(freeze).join('\n')}\n`
    if (freeze.waiting.length === 0) return { status: 0, text }
    if (text !== said) process.stderr.write(text)
    said = text
    await sleep(pauseMs)
  }
}

async function unfreeze(ctx: Context, accepted: string | null): Promise<Done> {
  const { audit, refusal } = await checkUnfreeze({ ctx })
  if (refusal) return { status: 1, text: `${refusal}\n` }
  if ((audit?.digest ?? null) !== accepted) {
    const { text } = await status(ctx)
    return { status: 1, text: `The audit finds something else than what was accepted.\n${text}` }
  }
  await ctx.db.transaction((tx) => endFreeze({ ctx, tx, input: { by: 'command line', accepted } }))
  return { status: 0, text: 'The service goes on.\n' }
}

function describe({ reason, since, replayed, waiting, report }: Freeze): string[] {
  const waits = waiting.flatMap((network) => {
    const { waits = ['not looked at yet'] } = (report[network] ?? {}) as { waits?: string[] }
    return waits.map((why) => `  ${network}: waits: ${why}`)
  })
  const done = Object.entries(replayed).map(
    ([network, { block }]) => `  ${network}: replayed up to block ${block}`,
  )
  return [`The service is frozen since ${since.toISOString()}: ${reason}`, ...done, ...waits]
}
