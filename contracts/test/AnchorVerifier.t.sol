// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {AnchorVerifier, Attestation, IEAS} from "../src/AnchorVerifier.sol";
import {ForgeTest} from "./Vm.sol";

contract FakeEas is IEAS {
    Attestation private _attestation;

    function set(Attestation memory attestation) external {
        _attestation = attestation;
    }

    /// @dev As EAS does: all zero for a uid it does not know.
    function getAttestation(bytes32 uid) external view returns (Attestation memory attestation) {
        if (uid == _attestation.uid) attestation = _attestation;
    }
}

/// The vectors are computed by the service's own code, so both sides agree on leaf and proof.
contract AnchorVerifierTest is ForgeTest {
    bytes32 private constant UID = "uid";
    bytes32 private constant SCHEMA = "schema";
    uint64 private constant ATTESTED_AT = 1_800_000_000;
    address private constant ATTESTER = address(0xA77E);

    struct Capture {
        bytes32 sha256_;
        bytes32 salt;
        bytes6 geohash6;
        uint64 capturedAtMs;
        bytes32 fields;
        bytes32 leaf;
        bytes32[] proof;
    }

    FakeEas private eas;
    AnchorVerifier private verifier;
    bytes32 private root;
    uint32 private leafCount;
    Capture[] private captures;

    function setUp() public {
        eas = new FakeEas();
        verifier = new AnchorVerifier(eas, SCHEMA, ATTESTER);
        string memory json = vm.readFile("contracts/test/vectors/anchor.json");
        root = vm.parseJsonBytes32(json, ".root");
        leafCount = uint32(vm.parseJsonUint(json, ".leafCount"));
        for (uint256 i; i < leafCount; i++) {
            string memory key = string.concat(".captures[", vm.toString(i), "].");
            Capture storage c = captures.push();
            c.sha256_ = vm.parseJsonBytes32(json, string.concat(key, "captureSha256"));
            c.salt = vm.parseJsonBytes32(json, string.concat(key, "salt"));
            c.geohash6 = bytes6(vm.parseJsonBytes(json, string.concat(key, "geohash6")));
            c.capturedAtMs = uint64(vm.parseJsonUint(json, string.concat(key, "capturedAtMs")));
            c.fields = vm.parseJsonBytes32(json, string.concat(key, "fields"));
            c.leaf = vm.parseJsonBytes32(json, string.concat(key, "leaf"));
            c.proof = vm.parseJsonBytes32Array(json, string.concat(key, "proof"));
        }
        eas.set(attestation());
    }

    function test_fields_and_leaves_are_those_of_the_service() public view {
        vm.assertEq(captures.length, 7);
        for (uint256 i; i < captures.length; i++) {
            Capture storage c = captures[i];
            vm.assertEq(verifier.fieldsOf(c.salt, c.geohash6, c.capturedAtMs), c.fields);
            vm.assertEq(verifier.leafOf(c.sha256_, c.fields), c.leaf);
        }
    }

    function test_every_capture_is_proven_with_and_without_place_and_time() public view {
        for (uint256 i; i < captures.length; i++) {
            Capture storage c = captures[i];
            (uint64 treeId, uint64 attestedAt) = verifier.verifyFile(UID, c.sha256_, c.fields, c.proof);
            vm.assertEq(treeId, 12);
            vm.assertEq(attestedAt, ATTESTED_AT);
            (treeId, attestedAt) =
                verifier.verifyCapture(UID, c.sha256_, c.salt, c.geohash6, c.capturedAtMs, c.proof);
            vm.assertEq(treeId, 12);
            vm.assertEq(attestedAt, ATTESTED_AT);
        }
    }

    function test_a_tree_of_one_leaf_has_an_empty_proof() public {
        Capture storage c = captures[0];
        Attestation memory single = attestation();
        single.data = abi.encode(c.leaf, uint64(1), uint32(1), bytes32(0), verifier.LEAF_TYPEHASH());
        eas.set(single);
        verifier.verifyFile(UID, c.sha256_, c.fields, new bytes32[](0));
    }

    function testFuzz_one_flipped_bit_anywhere_proves_nothing(uint256 pick, uint8 bit, uint256 place) public {
        Capture memory c = captures[pick % captures.length];
        bytes32 flip = bytes32(uint256(1) << bit);
        uint256 where = place % (2 + c.proof.length);
        if (where == 0) c.sha256_ ^= flip;
        else if (where == 1) c.fields ^= flip;
        else c.proof[where - 2] ^= flip;
        expectNotInTree(verifier.leafOf(c.sha256_, c.fields));
        verifier.verifyFile(UID, c.sha256_, c.fields, c.proof);
    }

    function test_another_place_time_or_salt_proves_nothing() public {
        Capture memory c = captures[2];
        expectNotInTree(
            verifier.leafOf(c.sha256_, verifier.fieldsOf(c.salt, bytes6("u09tvx"), c.capturedAtMs))
        );
        verifier.verifyCapture(UID, c.sha256_, c.salt, "u09tvx", c.capturedAtMs, c.proof);
        expectNotInTree(verifier.leafOf(c.sha256_, verifier.fieldsOf(c.salt, c.geohash6, c.capturedAtMs + 1)));
        verifier.verifyCapture(UID, c.sha256_, c.salt, c.geohash6, c.capturedAtMs + 1, c.proof);
        expectNotInTree(verifier.leafOf(c.sha256_, verifier.fieldsOf("salt", c.geohash6, c.capturedAtMs)));
        verifier.verifyCapture(UID, c.sha256_, "salt", c.geohash6, c.capturedAtMs, c.proof);
    }

    function test_only_a_standing_attestation_of_the_attester_counts() public {
        Capture memory c = captures[0];
        vm.expectRevert(abi.encodeWithSelector(AnchorVerifier.UnknownAttestation.selector, bytes32("other")));
        verifier.verifyFile("other", c.sha256_, c.fields, c.proof);
        vm.expectRevert(abi.encodeWithSelector(AnchorVerifier.UnknownAttestation.selector, bytes32(0)));
        verifier.verifyFile(0, c.sha256_, c.fields, c.proof);

        Attestation memory wrong = attestation();
        wrong.schema = "other";
        refuses(wrong, abi.encodeWithSelector(AnchorVerifier.WrongSchema.selector, bytes32("other")));
        wrong = attestation();
        wrong.attester = address(this);
        refuses(wrong, abi.encodeWithSelector(AnchorVerifier.WrongAttester.selector, address(this)));
        wrong = attestation();
        wrong.revocationTime = 5;
        refuses(wrong, abi.encodeWithSelector(AnchorVerifier.Revoked.selector, 5));
        wrong = attestation();
        wrong.data = abi.encode(root, uint64(12), leafCount, bytes32(0), bytes32("other"));
        refuses(wrong, abi.encodeWithSelector(AnchorVerifier.UnknownLeafSpec.selector, bytes32("other")));
    }

    /// A tree of four leaves has proofs of two; seven leaves, of three.
    function test_a_proof_is_no_longer_than_the_tree_is_deep() public {
        Capture memory c = captures[0];
        vm.assertEq(c.proof.length, 3);
        Attestation memory small = attestation();
        small.data = abi.encode(root, uint64(12), uint32(4), bytes32(0), verifier.LEAF_TYPEHASH());
        refuses(small, abi.encodeWithSelector(AnchorVerifier.ProofTooLong.selector, 3, 4));
        small.data = abi.encode(root, uint64(12), uint32(5), bytes32(0), verifier.LEAF_TYPEHASH());
        eas.set(small);
        verifier.verifyFile(UID, c.sha256_, c.fields, c.proof);
        vm.expectRevert(abi.encodeWithSelector(AnchorVerifier.ProofTooLong.selector, 300, 5));
        verifier.verifyFile(UID, c.sha256_, c.fields, new bytes32[](300));
    }

    function attestation() private view returns (Attestation memory a) {
        a.uid = UID;
        a.schema = SCHEMA;
        a.time = ATTESTED_AT;
        a.attester = ATTESTER;
        a.data = abi.encode(root, uint64(12), leafCount, bytes32(0), verifier.LEAF_TYPEHASH());
    }

    function refuses(Attestation memory wrong, bytes memory reason) private {
        Capture memory c = captures[0];
        eas.set(wrong);
        vm.expectRevert(reason);
        verifier.verifyFile(UID, c.sha256_, c.fields, c.proof);
    }

    function expectNotInTree(bytes32 leaf) private {
        vm.expectRevert(abi.encodeWithSelector(AnchorVerifier.NotInTree.selector, leaf, root));
    }
}
