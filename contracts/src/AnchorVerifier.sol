// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {MerkleProof} from "@openzeppelin/contracts/utils/cryptography/MerkleProof.sol";

/// @dev The struct that EAS returns.
struct Attestation {
    bytes32 uid;
    bytes32 schema;
    uint64 time;
    uint64 expirationTime;
    uint64 revocationTime;
    bytes32 refUID;
    address recipient;
    address attester;
    bool revocable;
    bytes data;
}

interface IEAS {
    function getAttestation(bytes32 uid) external view returns (Attestation memory);
}

/// @title Lets a contract check that a capture is under a Merkle root which one attester attested through EAS.
/// @notice It is stateless: to trust another attester or schema, deploy another instance. Anyone may attest under a
/// schema without resolver, so the attester is checked too.
contract AnchorVerifier {
    bytes32 public constant FIELDS_TYPEHASH =
        keccak256("CaptureFields(bytes32 salt,bytes6 geohash6,uint64 capturedAtMs)");
    bytes32 public constant LEAF_TYPEHASH = keccak256("CaptureLeaf(bytes32 captureSha256,bytes32 fields)");

    IEAS public immutable EAS;
    /// @notice Of `bytes32 root,uint64 treeId,uint32 leafCount,bytes32 prevRoot,bytes32 leafSpec`.
    bytes32 public immutable SCHEMA;
    address public immutable ATTESTER;

    error UnknownAttestation(bytes32 uid);
    error WrongSchema(bytes32 schema);
    error WrongAttester(address attester);
    error Revoked(uint64 revokedAt);
    error UnknownLeafSpec(bytes32 leafSpec);
    error ProofTooLong(uint256 length, uint256 leafCount);
    error NotInTree(bytes32 leaf, bytes32 root);

    constructor(IEAS eas, bytes32 schema, address attester) {
        EAS = eas;
        SCHEMA = schema;
        ATTESTER = attester;
    }

    /// @notice Hash of place, time and salt.
    /// @param capturedAtMs milliseconds since the epoch
    function fieldsOf(bytes32 salt, bytes6 geohash6, uint64 capturedAtMs) public pure returns (bytes32) {
        return keccak256(abi.encode(FIELDS_TYPEHASH, salt, geohash6, capturedAtMs));
    }

    /// @notice Hashed twice: a leaf is the hash of 32 bytes, a node that of 64, so neither passes for the other.
    function leafOf(bytes32 captureSha256, bytes32 fields) public pure returns (bytes32) {
        return keccak256(bytes.concat(keccak256(abi.encode(LEAF_TYPEHASH, captureSha256, fields))));
    }

    /// @notice Proves a file without opening its place and time; reverts when it is not proven.
    /// @return treeId number of the tree
    /// @return attestedAt seconds since the epoch
    function verifyFile(bytes32 uid, bytes32 captureSha256, bytes32 fields, bytes32[] calldata proof)
        public
        view
        returns (uint64 treeId, uint64 attestedAt)
    {
        Attestation memory attestation = EAS.getAttestation(uid);
        if (attestation.uid != uid || uid == 0) revert UnknownAttestation(uid);
        if (attestation.schema != SCHEMA) revert WrongSchema(attestation.schema);
        if (attestation.attester != ATTESTER) revert WrongAttester(attestation.attester);
        if (attestation.revocationTime != 0) revert Revoked(attestation.revocationTime);

        bytes32 root;
        uint32 leafCount;
        bytes32 leafSpec;
        (root, treeId, leafCount,, leafSpec) =
            abi.decode(attestation.data, (bytes32, uint64, uint32, bytes32, bytes32));
        if (leafSpec != LEAF_TYPEHASH) revert UnknownLeafSpec(leafSpec);
        // A tree of n leaves is no deeper than ceil(log2 n).
        if (proof.length > 32 || 2 ** proof.length >= 2 * uint256(leafCount)) {
            revert ProofTooLong(proof.length, leafCount);
        }
        bytes32 leaf = leafOf(captureSha256, fields);
        if (!MerkleProof.verifyCalldata(proof, root, leaf)) revert NotInTree(leaf, root);
        attestedAt = attestation.time;
    }

    /// @notice Proves a file together with its place and time; reverts when it is not proven.
    function verifyCapture(
        bytes32 uid,
        bytes32 captureSha256,
        bytes32 salt,
        bytes6 geohash6,
        uint64 capturedAtMs,
        bytes32[] calldata proof
    ) external view returns (uint64 treeId, uint64 attestedAt) {
        return verifyFile(uid, captureSha256, fieldsOf(salt, geohash6, capturedAtMs), proof);
    }
}
