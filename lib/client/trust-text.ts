import { anchorNetwork } from '#lib/domain/chain/networks'
import type { Trust } from '#lib/domain/proof/attestation'
import type { Hex } from '#lib/domain/proof/proof'

// The trusted attesters and schemas as text, in an address or a form.

/** The attesters and schemas that a reader trusts, as form fields. Several are separated by commas. */
export type TrustFields = { chain: string; eas: string; attester: string; schema: string }

export const emptyTrust: TrustFields = {
  chain: String(anchorNetwork.chainId),
  eas: anchorNetwork.eas,
  attester: '',
  schema: '',
}

/** Writes the trust as members of an address's fragment. */
export function writeTrust({ chainId, eas, attesters, schemaUids }: Trust): string {
  return new URLSearchParams({
    chain: String(chainId),
    eas,
    attester: attesters.join(','),
    schema: schemaUids.join(','),
  }).toString()
}

/** Reads the trust from a fragment; `undefined` if it names no attester. */
export function readTrustFields(fragment: string): TrustFields | undefined {
  const given = new URLSearchParams(fragment.replace(/^#/, ''))
  const attester = given.get('attester')
  if (!attester) return undefined
  const part = (name: keyof TrustFields) => given.get(name) ?? emptyTrust[name]
  return { chain: part('chain'), eas: part('eas'), attester, schema: part('schema') }
}

/** The member of a fragment that says that the service of the link is a demonstration. */
export const demoFragment = 'demo=1'

/** True if a fragment says that the service of its link is a demonstration. */
export function isDemoFragment(fragment: string): boolean {
  return new URLSearchParams(fragment.replace(/^#/, '')).get('demo') === '1'
}

/** @returns the parsed fields, or a sentence that says what is wrong with the first wrong one */
export function parseTrust(fields: TrustFields): Trust | { problem: string; field: keyof TrustFields } {
  const list = (text: string) => text.split(/[\s,]+/).filter((item) => item !== '')
  const isHex =
    (digits: number) =>
    (text: string): text is Hex =>
      new RegExp(`^0x[0-9a-f]{${digits}}$`, 'i').test(text)
  const chainId = Number(fields.chain)
  if (!Number.isSafeInteger(chainId) || chainId < 1)
    return { problem: 'The chain is a whole number, such as 8453.', field: 'chain' }
  const eas = fields.eas.trim()
  const [attesters, schemaUids] = [list(fields.attester), list(fields.schema)]
  if (!isHex(40)(eas))
    return { problem: 'The EAS contract is an address: 0x and 40 hex digits.', field: 'eas' }
  if (attesters.length === 0)
    return { problem: 'Name the attester: without one, anyone’s attestation would pass.', field: 'attester' }
  if (!attesters.every(isHex(40)))
    return { problem: 'An attester is an address: 0x and 40 hex digits.', field: 'attester' }
  if (schemaUids.length === 0)
    return { problem: 'Name the schema, or add a proof, which names it.', field: 'schema' }
  if (!schemaUids.every(isHex(64))) return { problem: 'A schema is 0x and 64 hex digits.', field: 'schema' }
  return { chainId, eas, attesters, schemaUids }
}
