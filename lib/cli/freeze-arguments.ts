import { readOptions } from '#lib/cli/read-options'
import { UsageError } from '#lib/cli/usage-error'

export type FreezeArguments =
  | { verb: 'status' }
  | { verb: 'replay' }
  | { verb: 'freeze'; reason: string }
  | { verb: 'unfreeze'; reason: string; accept: string | null }

export const freezeHelp = `Freezes the service, replays it and unfreezes it.

Usage:  npm run freeze -- status
        npm run freeze -- freeze --reason WHY
        npm run freeze -- replay
        npm run freeze -- unfreeze --reason WHY [--accept DIGEST]

  status           why the service stands still, how far it was replayed, and what the audit finds
  freeze           makes every process stand still within two seconds ("freeze WHY" does the same)
  replay           brings the database up to what the chains have, until nothing is left to wait for
  unfreeze         lets it go on: once replayed, and with the audit's findings accepted by their digest
  --reason WHY     for the log of actions, at most 500 characters
  --accept DIGEST  of the findings, as "status" shows it
  --help           this text

The log of actions in the console (/operator/log) then has the time, the reason and "from the command line". Unlike the
console, this command asks for no wallet and no signature: whoever has a shell with the settings can unfreeze.
Exit status: 0 done (status: it runs), 1 it stands still or was refused, 2 wrong usage or could not be done.
`

/** @returns `help` when it was asked for @throws UsageError */
export function parseFreezeArguments(args: readonly string[]): FreezeArguments | 'help' {
  const { values, positionals } = readOptions({
    args: [...args],
    allowPositionals: true,
    options: {
      reason: { type: 'string' },
      accept: { type: 'string' },
      help: { type: 'boolean', short: 'h' },
    },
  })
  if (values.help) return 'help'
  const [verb, ...words] = positionals
  const { accept } = values
  const reason = (values.reason ?? (verb === 'freeze' ? words.join(' ') : '')).trim()
  if (accept !== undefined && verb !== 'unfreeze') throw new UsageError('--accept belongs to "unfreeze".')
  if (verb === 'status' || verb === 'replay') {
    if (words.length > 0 || reason !== '') throw new UsageError(`"${verb}" takes nothing else.`)
    return { verb }
  }
  if (verb !== 'freeze' && verb !== 'unfreeze')
    throw new UsageError('Say what to do: status, freeze, replay or unfreeze.')
  if (words.length > 0 && (verb === 'unfreeze' || values.reason !== undefined))
    throw new UsageError(`${words[0]}: put the reason in quotes after --reason.`)
  if (reason === '') throw new UsageError('--reason is missing: say why, for the log of actions.')
  return verb === 'freeze' ? { verb, reason } : { verb, reason, accept: accept ?? null }
}
