export const file = 'AnchorVerifier.sol'

/** Arguments of `forge test` that select the tests which can notice these mutants. */
export const tests = ['--match-contract', 'AnchorVerifier']

/** [name, code, replacement]. The code must occur exactly once. */
export const mutants = [
  ['any attestation', 'attestation.uid != uid || uid == 0', 'false'],
  ['no attestation at all', ' || uid == 0', ''],
  ['any schema', 'attestation.schema != SCHEMA', 'false'],
  ['any attester', 'attestation.attester != ATTESTER', 'false'],
  ['a revoked attestation', 'attestation.revocationTime != 0', 'false'],
  ['any leaf format', 'leafSpec != LEAF_TYPEHASH', 'false'],
  ['a proof of any length', 'proof.length > 32 || 2 ** proof.length >= 2 * uint256(leafCount)', 'false'],
  ['a proof one too long', '>= 2 * uint256(leafCount)', '>= 4 * uint256(leafCount)'],
  ['a proof one too short', '>= 2 * uint256(leafCount)', '>= uint256(leafCount)'],
  ['any leaf', '!MerkleProof.verifyCalldata(proof, root, leaf)', 'false'],
  [
    'a leaf hashed once',
    'keccak256(bytes.concat(keccak256(abi.encode(LEAF_TYPEHASH, captureSha256, fields))))',
    'keccak256(abi.encode(LEAF_TYPEHASH, captureSha256, fields))',
  ],
  ['a leaf without salt', 'FIELDS_TYPEHASH, salt, geohash6', 'FIELDS_TYPEHASH, geohash6'],
]
