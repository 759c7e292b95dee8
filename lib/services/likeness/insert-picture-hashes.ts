import 'server-only'
import { bytesToHex } from '@noble/hashes/utils.js'
import { sql } from 'drizzle-orm'
import type { Tx } from '#lib/adapters/db'

/** Hashes as the literal of a `text[]`, which needs no type look-up: each is cast to `bit(256)` where it is used. */
export function hashesLiteral(hashes: readonly Uint8Array[]): string {
  return `{${hashes.map((hash) => `x${bytesToHex(hash)}`).join()}}`
}

/** Adds how the pictures of a capture look, if it has no such rows yet. */
export async function insertPictureHashes(args: {
  tx: Pick<Tx, 'execute'>
  sha256: Uint8Array
  hashes: readonly Uint8Array[]
}): Promise<void> {
  const { tx, sha256, hashes } = args
  if (hashes.length === 0) return
  await tx.execute(sql`
    insert into picture_hash (sha256, picture, hash)
    select ${sha256}, at - 1, hash::bit(256) from unnest(${hashesLiteral(hashes)}::text[]) with ordinality given (hash, at)
    on conflict do nothing`)
}
