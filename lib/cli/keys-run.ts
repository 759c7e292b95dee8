import type { Context } from '#lib/adapters/context'
import type { KeysArguments } from '#lib/cli/keys-arguments'
import { changeKey } from '#lib/services/api-keys/change-key'
import { type ListedKey, listKeys } from '#lib/services/api-keys/list-keys'
import { makeKey } from '#lib/services/api-keys/make-key'
import { revokeKey } from '#lib/services/api-keys/revoke-key'

/** Does what the arguments say. @throws CairnError */
export async function runKeys(options: {
  ctx: Pick<Context, 'db' | 'clock'>
  args: KeysArguments
  print: (text: string) => void
}): Promise<void> {
  const { ctx, args, print } = options
  if (args.verb === 'list') return print(tableOf(await listKeys({ ctx })))
  if (args.verb === 'revoke') {
    const { wasRevoked } = await revokeKey({ ctx, input: args })
    return print(wasRevoked ? `${args.prefix} is revoked.\n` : `${args.prefix} was revoked before.\n`)
  }
  if (args.verb === 'change') {
    const { tier, expiresAt } = await changeKey({ ctx, input: args })
    return print(`${args.prefix}: tier ${tier}, expires ${expiresAt ? minute(expiresAt) : 'never'}.\n`)
  }
  const { key, prefix } = await makeKey({ ctx, input: args })
  print(
    `${key}\n\nThis is the only time it is shown: only its hash is kept.\nTo end it: npm run keys -- revoke ${prefix}\n`,
  )
}

function tableOf(keys: ListedKey[]): string {
  if (keys.length === 0) return 'There is no key yet.\n'
  const rows = [
    ['prefix', 'account', 'tier', 'state', 'made', 'expires', 'last used'],
    ...keys.map((key) => [
      key.prefix,
      key.account,
      key.tier,
      key.state,
      minute(key.createdAt),
      key.expiresAt ? minute(key.expiresAt) : 'never',
      key.lastUsedOn ?? 'never',
    ]),
  ]
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)))
  return rows
    .map(
      (row) =>
        `${row
          .map((text, column) => text.padEnd(widths[column]!))
          .join('  ')
          .trimEnd()}\n`,
    )
    .join('')
}

function minute(time: Date): string {
  return `${time.toISOString().slice(0, 16)}Z`
}
