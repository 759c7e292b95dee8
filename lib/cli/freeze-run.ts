import { setTimeout as sleep } from 'node:timers/promises'
import type { Context } from '#lib/adapters/context'
import type { FreezeArguments } from '#lib/cli/freeze-arguments'
import { CairnError } from '#lib/domain/errors'
import { checkUnfreeze } from '#lib/services/freeze/check-unfreeze'
import type { Freeze } from '#lib/services/freeze/get-freeze'
import { replay } from '#lib/services/freeze/replay'
import { freezeService } from '#lib/services/operator/actions/freeze-service'
import { unfreezeService } from '#lib/services/operator/actions/unfreeze-service'
import { runFromCommandLine } from '#lib/services/operator/run-from-command-line'

const replayPauseMs = 5_000

type Done = { status: number; text: string }

/** One command, and what it says. @throws when database or settings do not allow to look */
export async function runFreeze(options: {
  ctx: Context
  args: FreezeArguments
  pauseMs?: number
}): Promise<Done> {
  const { ctx, args, pauseMs = replayPauseMs } = options
  try {
    if (args.verb === 'status') return await status(ctx)
    if (args.verb === 'replay') return await replayAll(ctx, pauseMs)
    if (args.verb === 'freeze') return await freeze(ctx, args)
    return await unfreeze(ctx, args)
  } catch (error) {
    if (error instanceof CairnError) return { status: 1, text: `${error.message}\n` }
    throw error
  }
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

async function freeze(ctx: Context, { reason }: { reason: string }): Promise<Done> {
  await runFromCommandLine({ ctx, input: { action: freezeService.name, input: {}, reason } })
  return { status: 0, text: 'The service is frozen.\n' }
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

async function unfreeze(
  ctx: Context,
  { reason, accept }: { reason: string; accept: string | null },
): Promise<Done> {
  await runFromCommandLine({ ctx, input: { action: unfreezeService.name, input: { accept }, reason } })
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
