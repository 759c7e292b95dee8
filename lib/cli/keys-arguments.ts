import { readOptions } from '#lib/cli/read-options'
import { UsageError } from '#lib/cli/usage-error'
import { isTier, type Tier, tierLimits, tiers } from '#lib/domain/access/tier'
import { parseInstant } from '#lib/domain/proof/capture-time'

export type KeysArguments =
  | { verb: 'make'; account: string; tier: Tier; expiresAt: Date | null }
  | { verb: 'list' }
  | { verb: 'change'; prefix: string; tier: Tier | undefined; expiresAt: Date | null | undefined }
  | { verb: 'revoke'; prefix: string }

const tierLines = tiers.map((tier) => {
  const { requestsPerMinute, streams, areaKm2 } = tierLimits[tier]
  return `  ${tier.padEnd(9)} ${requestsPerMinute} requests a minute, ${streams} streams at once, areas up to ${areaKm2} km²`
})

export const keysHelp = `Makes, lists, changes and ends the API keys of the enterprise interface.

Usage:  npm run keys -- make --account NAME --tier TIER [--expires DATE]
        npm run keys -- list
        npm run keys -- change PREFIX [--tier TIER] [--expires DATE|never]
        npm run keys -- revoke PREFIX

  --account NAME   whose it is; the keys of one account see the same pseudonyms
  --tier TIER      what it may do:
${tierLines.map((line) => `                 ${line}`).join('\n')}
  --expires DATE   ISO 8601 with an offset, or a date (its UTC midnight); without it the key is good
                   until it is revoked, and so it is with "change" and "never"
  PREFIX           the first characters of a key, as "list" shows them
  --help           this text

A new key is shown once, and kept nowhere but as a hash. The database is DATABASE_URL, or that of a
running \`npm start\`. Exit status: 0 done, 1 refused, 2 wrong usage.
`

/** @returns `help` when it was asked for @throws UsageError */
export function parseKeysArguments(args: string[]): KeysArguments | 'help' {
  const { values, positionals } = parse(args)
  if (values.help) return 'help'
  const [verb, ...rest] = positionals
  const { account, tier, expires } = values
  if (verb === 'make') {
    if (rest.length > 0) throw new UsageError(`${rest[0]}: "make" takes options only.`)
    if (account === undefined || account.trim() === '')
      throw new UsageError('--account is missing: whose key is it?')
    if (tier === undefined || !isTier(tier))
      throw new UsageError(`--tier must be one of ${tiers.join(', ')}.`)
    return { verb, account, tier, expiresAt: parseExpiry(expires) }
  }
  if (account !== undefined) throw new UsageError('--account belongs to "make".')
  if (verb === 'change' && rest.length === 1) return parseChange(rest[0]!, tier, expires)
  if (tier !== undefined || expires !== undefined)
    throw new UsageError('--tier and --expires belong to "make" and "change".')
  if (verb === 'list' && rest.length === 0) return { verb }
  if (verb === 'revoke' && rest.length === 1) return { verb, prefix: rest[0]! }
  throw new UsageError(
    verb === 'revoke' || verb === 'change'
      ? `"${verb}" takes one PREFIX.`
      : 'Say what to do: make, list, change or revoke.',
  )
}

function parseChange(prefix: string, tier: string | undefined, expires: string | undefined): KeysArguments {
  if (tier === undefined && expires === undefined)
    throw new UsageError('"change" takes --tier, --expires or both.')
  if (tier !== undefined && !isTier(tier)) throw new UsageError(`--tier must be one of ${tiers.join(', ')}.`)
  const isKept = expires === undefined
  const expiresAt = isKept ? undefined : parseExpiry(expires === 'never' ? undefined : expires)
  return { verb: 'change', prefix, tier, expiresAt }
}

function parseExpiry(text: string | undefined): Date | null {
  if (text === undefined) return null
  const seconds = parseInstant(text)
  if (seconds === undefined)
    throw new UsageError(
      `--expires ${text}: must be ISO 8601 with an offset (2027-01-31T12:00:00Z) or a date (2027-01-31).`,
    )
  return new Date(seconds * 1_000)
}

function parse(args: string[]) {
  return readOptions({
    args,
    allowPositionals: true,
    options: {
      account: { type: 'string' },
      tier: { type: 'string' },
      expires: { type: 'string' },
      help: { type: 'boolean', short: 'h' },
    },
  })
}
