import 'server-only'
import type { tree } from '#db/schema/tree'
import { toHex } from '#lib/domain/proof/leaf'
import type { ProofBundle } from '#lib/domain/proof/proof'
import { isoTime } from '#lib/domain/text/iso-time'

/** The attestation of a final tree, for answers. */
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
