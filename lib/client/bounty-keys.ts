import { z } from 'zod'
import { parseJson } from '#lib/domain/text/json'
import { bountyKeysPlace } from './holds-bounty-key.ts'
import { createKeptValue } from './kept-value.ts'

// The keys of bounties that this browser stores.

/** A bounty as this browser stores it, with its token, which exists only here. */
const bountyKeySchema = z.object({
  bounty_id: z.string().min(1).max(64),
  agent_token: z.string().min(16).max(200),
  title: z.string().max(400),
  amount_usdc: z.int().min(1),
  network: z.string().max(40),
  kept_at: z.iso.datetime(),
  /** When it was last saved as a file. */
  saved_at: z.iso.datetime().optional(),
})
export type BountyKey = z.output<typeof bountyKeySchema>

/** The file a key is saved to, and read from. */
const keyFileSchema = z.object({ cairn_bounties: z.array(bountyKeySchema).min(1) })

const kept = createKeptValue({ place: bountyKeysPlace, parse })

/** The bounties this browser can open, newest first; the same list while nothing changes. */
export const readBountyKeys = kept.read

/** Calls back when another part of this page, or another tab, changes the list. */
export const watchBountyKeys = kept.watch

export function keepBountyKey(key: BountyKey): void {
  kept.write([key, ...keysBut(key.bounty_id)])
}

/**
 * Stores the keys of a file, except those of bounties with a newer key here: a new key ends all earlier ones, so an old file would replace
 * the only key that opens the bounty.
 *
 * @param now when the file was read. What came from a file is in one, even if it was made elsewhere and does not say when
 * @param wrongId the bounty whose stored key opens nothing, so that any other may replace it
 * @returns how many were not stored
 */
export function keepFileKeys(keys: readonly BountyKey[], now: string, wrongId?: string): number {
  const isOlder = (key: BountyKey) =>
    key.bounty_id !== wrongId &&
    kept
      .read()
      .some((own) => own.bounty_id === key.bounty_id && Date.parse(own.kept_at) > Date.parse(key.kept_at))
  const stored = keys.filter((key) => !isOlder(key))
  for (const key of stored) keepBountyKey({ saved_at: now, ...key })
  return keys.length - stored.length
}

export function forgetBountyKey(bountyId: string): void {
  kept.write(keysBut(bountyId))
}

/** Notes that these keys were saved as a file. @returns the keys for the file */
export function noteSavedKeys(keys: readonly BountyKey[], savedAt: string): BountyKey[] {
  const isSaved = (stored: BountyKey) =>
    keys.some((key) => key.bounty_id === stored.bounty_id && key.agent_token === stored.agent_token)
  kept.write(kept.read().map((key) => (isSaved(key) ? { ...key, saved_at: savedAt } : key)))
  return keys.map((key) => ({ ...key, saved_at: savedAt }))
}

function keysBut(bountyId: string): BountyKey[] {
  return kept.read().filter(({ bounty_id }) => bounty_id !== bountyId)
}

/** The text of a key file. */
export function writeKeyFile(keys: readonly BountyKey[]): string {
  return `${JSON.stringify({ cairn_bounties: keys }, null, 2)}\n`
}

/** Reads a key file. @throws Error that says what is wrong with it */
export function readKeyFile(text: string): BountyKey[] {
  const json = parseJson(text)
  if (json === undefined) throw new Error('This is not a file of bounty keys: it is invalid JSON.')
  const parsed = keyFileSchema.safeParse(json)
  if (!parsed.success) throw new Error('This is not a file of bounty keys.')
  return parsed.data.cairn_bounties
}

function parse(text: string | null): readonly BountyKey[] {
  const stored = parseJson(text ?? '[]')
  // A damaged entry does not hide the others.
  return Array.isArray(stored) ? stored.flatMap((item) => bountyKeySchema.safeParse(item).data ?? []) : []
}
