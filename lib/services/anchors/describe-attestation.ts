import 'server-only'
import type { tree } from '#db/schema/tree'
import { isoTime } from '#lib/domain/iso-time'
import { toHex } from '#lib/domain/leaf'
import type { ProofBundle } from '#lib/domain/proof'

/** The attestation of a final tree as callers see it. */
export function describeAttestation(
  row: typeof tree.$inferSelect,
  eas: `0x${string}`,
): ProofBundle['attestation'] {
  if (!row.attestUid || !row.attestTx || row.attestBlock === null || !row.attestedAt)
    throw new Error(`tree ${row.treeId} is final without an attestation`)
  return {
    chain_id: row.chainId,
    uid: toHex(row.attestUid),
    tx: toHex(row.attestTx),
    schema_uid: toHex(row.schemaUid),
    attester: row.attester as `0x${string}`,
    eas,
    block: row.attestBlock,
    time: isoTime(row.attestedAt),
  }
}
