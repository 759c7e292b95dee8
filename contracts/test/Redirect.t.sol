// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {BountyEscrowV2} from "../src/BountyEscrowV2.sol";
import {BountyEscrowV2Base} from "../src/BountyEscrowV2Base.sol";
import {EscrowV2Base} from "./EscrowV2Base.sol";

/// @dev A contract account that signs with one key (ERC-1271).
contract KeyWallet {
    address private immutable KEY;

    constructor(address key) {
        KEY = key;
    }

    function isValidSignature(bytes32 digest, bytes calldata signature) external view returns (bytes4) {
        (bytes32 r, bytes32 s) = abi.decode(signature[:64], (bytes32, bytes32));
        return ecrecover(digest, uint8(signature[64]), r, s) == KEY ? bytes4(0x1626ba7e) : bytes4(0);
    }
}

contract RedirectTest is EscrowV2Base {
    uint256 private constant KEY = 0xA1;
    address private payer;
    address private immutable SAFE = address(0x5AFE);
    uint256 private id;

    function largest() internal pure override returns (uint256) {
        return 50e6;
    }

    function dailyLimit() internal pure override returns (uint256) {
        return 50e6;
    }

    function setUp() public override {
        super.setUp();
        payer = vm.addr(KEY);
        id = postFor("a", payer);
    }

    function test_a_payer_whom_the_token_refuses_gets_the_refund_elsewhere() public {
        usdc.blacklist(payer);
        vm.warp(START + 1 days + GRACE);
        vm.expectRevert("Blacklistable: account is blacklisted");
        v2.refund(id);

        bytes memory signature = sign(KEY, id, payer, SAFE, 0, block.timestamp);
        vm.prank(STRANGER);
        vm.expectEmit(address(v2));
        emit BountyEscrowV2Base.BountyRedirected(id, payer, SAFE);
        v2.redirect(id, SAFE, block.timestamp, signature);
        vm.snapshotGasLastCall("BountyEscrowV2", "redirect");
        vm.assertEq(v2.bounty(id).refundTo, SAFE);
        v2.refund(id);
        vm.assertEq(usdc.balanceOf(SAFE), 50e6);
    }

    function test_a_cancelled_bounty_goes_to_the_named_address_too() public {
        v2.redirect(id, SAFE, block.timestamp, sign(KEY, id, payer, SAFE, 0, block.timestamp));
        vm.prank(OPERATOR);
        v2.cancel(id);
        vm.assertEq(usdc.balanceOf(SAFE), 50e6);
    }

    function test_a_contract_account_signs_by_erc1271() public {
        KeyWallet wallet = new KeyWallet(vm.addr(KEY));
        uint256 other = postFor("b", address(wallet));
        bytes memory signature = sign(KEY, other, address(wallet), SAFE, 0, block.timestamp);
        bytes memory forged = sign(KEY + 1, other, address(wallet), SAFE, 0, block.timestamp);
        expectBadSignature(address(wallet));
        v2.redirect(other, SAFE, block.timestamp, forged);
        v2.redirect(other, SAFE, block.timestamp, signature);
        vm.assertEq(v2.bounty(other).refundTo, SAFE);
    }

    /// EIP-7702 gives an account code that may know nothing of ERC-1271; its key still signs.
    function test_an_account_with_a_key_and_code_signs_with_the_key() public {
        vm.etch(payer, hex"00");
        v2.redirect(id, SAFE, block.timestamp, sign(KEY, id, payer, SAFE, 0, block.timestamp));
        vm.assertEq(v2.bounty(id).refundTo, SAFE);
    }

    function test_an_accepted_contributor_names_another_address_and_the_payer_cannot() public {
        uint256 contributorKey = 0xC0;
        address contributor = vm.addr(contributorKey);
        usdc.blacklist(contributor);
        release(id, contributor);
        assertStateV2(id, BountyEscrowV2Base.State.Accepted);
        bytes memory byPayer = sign(KEY, id, payer, SAFE, 0, block.timestamp);
        expectBadSignature(contributor);
        v2.redirect(id, SAFE, block.timestamp, byPayer);
        v2.redirect(
            id, SAFE, block.timestamp, sign(contributorKey, id, contributor, SAFE, 0, block.timestamp)
        );
        vm.assertEq(v2.bounty(id).contributor, SAFE);
        vm.assertEq(v2.bounty(id).refundTo, payer);
        v2.pay(id);
        vm.assertEq(usdc.balanceOf(SAFE), 50e6);
    }

    /// There and back again: the first signature does not send it there a second time.
    function test_a_signature_counts_once() public {
        address there = vm.addr(KEY + 1);
        bytes memory first = sign(KEY, id, payer, there, 0, block.timestamp);
        v2.redirect(id, there, block.timestamp, first);
        expectBadSignature(there);
        v2.redirect(id, there, block.timestamp, first);
        v2.redirect(id, payer, block.timestamp, sign(KEY + 1, id, there, payer, 1, block.timestamp));
        expectBadSignature(payer);
        v2.redirect(id, there, block.timestamp, first);
        vm.assertEq(v2.redirectNonce(id), 2);
        vm.assertEq(v2.bounty(id).refundTo, payer);
    }

    function test_a_signature_counts_for_its_bounty_address_contract_and_chain_only() public {
        uint256 other = postFor("b", payer);
        bytes memory signature = sign(KEY, id, payer, SAFE, 0, block.timestamp);
        expectBadSignature(payer);
        v2.redirect(other, SAFE, block.timestamp, signature);
        expectBadSignature(payer);
        v2.redirect(id, STRANGER, block.timestamp, signature);
        expectBadSignature(payer);
        v2.redirect(id, SAFE, block.timestamp + 1, signature);
        bytes memory elsewhere =
            signFor(address(0xE5C), block.chainid, KEY, id, payer, SAFE, 0, block.timestamp);
        expectBadSignature(payer);
        v2.redirect(id, SAFE, block.timestamp, elsewhere);
        bytes memory otherChain =
            signFor(address(v2), block.chainid + 1, KEY, id, payer, SAFE, 0, block.timestamp);
        expectBadSignature(payer);
        v2.redirect(id, SAFE, block.timestamp, otherChain);
        expectBadSignature(payer);
        v2.redirect(id, SAFE, block.timestamp, "");
        v2.redirect(id, SAFE, block.timestamp, signature);
    }

    function testFuzz_no_other_key_redirects(uint256 key) public {
        key = bound(key, 1, 2 ** 128);
        vm.assume(key != KEY);
        bytes memory signature = sign(key, id, payer, SAFE, 0, block.timestamp);
        expectBadSignature(payer);
        v2.redirect(id, SAFE, block.timestamp, signature);
    }

    function test_a_signature_expires() public {
        bytes memory signature = sign(KEY, id, payer, SAFE, 0, START + 60);
        vm.warp(START + 61);
        vm.expectRevert(abi.encodeWithSelector(BountyEscrowV2Base.SignatureExpired.selector, START + 60));
        v2.redirect(id, SAFE, START + 60, signature);
        vm.warp(START + 60);
        v2.redirect(id, SAFE, START + 60, signature);
    }

    function test_nothing_is_redirected_nowhere_or_after_the_end() public {
        bytes memory toNobody = sign(KEY, id, payer, address(0), 0, block.timestamp);
        vm.expectRevert(abi.encodeWithSelector(BountyEscrowV2Base.BadRecipient.selector, address(0)));
        v2.redirect(id, address(0), block.timestamp, toNobody);
        bytes memory toEscrow = sign(KEY, id, payer, address(v2), 0, block.timestamp);
        vm.expectRevert(abi.encodeWithSelector(BountyEscrowV2Base.BadRecipient.selector, address(v2)));
        v2.redirect(id, address(v2), block.timestamp, toEscrow);
        bytes memory signature = sign(KEY, id, payer, SAFE, 0, block.timestamp);
        vm.prank(OPERATOR);
        v2.cancel(id);
        vm.expectRevert(
            abi.encodeWithSelector(
                BountyEscrowV2Base.NotOpen.selector, id, BountyEscrowV2Base.State.Cancelled
            )
        );
        v2.redirect(id, SAFE, block.timestamp, signature);
        vm.expectRevert(
            abi.encodeWithSelector(BountyEscrowV2Base.NotOpen.selector, 99, BountyEscrowV2Base.State.None)
        );
        v2.redirect(99, SAFE, block.timestamp, signature);
    }

    function postFor(bytes32 ref, address refundTo) private returns (uint256) {
        vm.prank(TREASURY);
        return v2.post(ref, refundTo, 50e6, tomorrow());
    }

    function expectBadSignature(address signer) private {
        vm.expectRevert(abi.encodeWithSelector(BountyEscrowV2Base.BadSignature.selector, signer));
    }

    function sign(uint256 key, uint256 bounty, address from, address to, uint256 nonce, uint256 deadline)
        private
        view
        returns (bytes memory)
    {
        return signFor(address(v2), block.chainid, key, bounty, from, to, nonce, deadline);
    }

    /// @dev EIP-712 by its text, not by the contract's code.
    function signFor(
        address verifyingContract,
        uint256 chainId,
        uint256 key,
        uint256 bounty,
        address from,
        address to,
        uint256 nonce,
        uint256 deadline
    ) private pure returns (bytes memory) {
        bytes32 domain = keccak256(
            abi.encode(
                keccak256(
                    "EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)"
                ),
                keccak256("BountyEscrow"),
                keccak256("2"),
                chainId,
                verifyingContract
            )
        );
        bytes32 message = keccak256(
            abi.encode(
                keccak256("Redirect(uint256 id,address from,address to,uint256 nonce,uint256 deadline)"),
                bounty,
                from,
                to,
                nonce,
                deadline
            )
        );
        (uint8 v, bytes32 r, bytes32 s) =
            vm.sign(key, keccak256(abi.encodePacked(hex"1901", domain, message)));
        return abi.encodePacked(r, s, v);
    }
}
