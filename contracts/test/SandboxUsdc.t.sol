// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {SandboxUsdc} from "../src/SandboxUsdc.sol";
import {UsdcBase} from "./UsdcBase.sol";

/// @dev A smart account that approves what it is told to.
contract SmartAccount {
    bytes32 private _approved;

    function approveDigest(bytes32 digest) external {
        _approved = digest;
    }

    function isValidSignature(bytes32 digest, bytes calldata) external view returns (bytes4) {
        return digest == _approved ? this.isValidSignature.selector : bytes4(0xffffffff);
    }
}

contract SandboxUsdcTest is UsdcBase {
    uint256 private constant NOW = 1_800_000_000;
    uint256 private constant PAYER_KEY = 0xBEEF;
    uint256 private constant CURVE_ORDER = 0xFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFEBAAEDCE6AF48A03BBFD25E8CD0364141;

    address private payer;
    address private shop = address(0x5409);
    address private relayer = address(0x4E1A);

    struct Terms {
        address from;
        address to;
        uint256 value;
        uint256 validAfter;
        uint256 validBefore;
        bytes32 nonce;
    }

    function setUp() public {
        vm.warp(NOW);
        vm.chainId(8453);
        payer = vm.addr(PAYER_KEY);
        deployUsdc(0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913, "USD Coin");
        usdc.mint(payer, 100e6);
    }

    function test_the_domains_are_those_of_the_real_tokens() public {
        vm.assertEq(
            usdc.DOMAIN_SEPARATOR(), 0x02fa7265e7c5d81118673727957699e4d68f74cd74b7db77da710fe8a2c7834f
        );
        vm.chainId(5042);
        deployUsdc(0x3600000000000000000000000000000000000000, "USDC");
        // Known from the chain by its two ends.
        vm.assertEq(bytes32(bytes6(usdc.DOMAIN_SEPARATOR())), bytes32(bytes6(0x940506929bba)));
        vm.assertEq(uint256(usdc.DOMAIN_SEPARATOR()) & 0xffffff, 0xccdf84);
        vm.assertEq(usdc.name(), "USDC");
        vm.assertEq(usdc.version(), "2");
        vm.assertEq(usdc.symbol(), "USDC");
        vm.assertEq(usdc.decimals(), 6);
    }

    function test_anyone_may_carry_an_authorization_once() public {
        Terms memory t = terms(30e6, "n");
        (uint8 v, bytes32 r, bytes32 s) = vm.sign(PAYER_KEY, digestOf(t));
        vm.prank(relayer);
        vm.expectEmit(address(usdc));
        emit SandboxUsdc.AuthorizationUsed(payer, "n");
        vm.expectEmit(address(usdc));
        emit SandboxUsdc.Transfer(payer, shop, 30e6);
        usdc.transferWithAuthorization(t.from, t.to, t.value, t.validAfter, t.validBefore, t.nonce, v, r, s);
        vm.assertEq(usdc.balanceOf(shop), 30e6);
        vm.assertEq(usdc.balanceOf(payer), 70e6);
        vm.assertEq(usdc.authorizationState(payer, "n"), true);
        refuses(t, abi.encodePacked(r, s, v), "FiatTokenV2: authorization is used or canceled");
        transfer(terms(1e6, "m"), sign(PAYER_KEY, terms(1e6, "m")));
        vm.assertEq(usdc.balanceOf(shop), 31e6);
    }

    function testFuzz_a_changed_term_is_not_what_was_signed(uint8 which, uint128 change) public {
        vm.assume(change != 0);
        Terms memory t = terms(30e6, "n");
        bytes memory signature = sign(PAYER_KEY, t);
        if (which % 5 == 0) t.to = address(uint160(t.to) ^ uint160(change));
        else if (which % 5 == 1) t.value ^= change;
        else if (which % 5 == 2) t.validAfter = (uint256(change) - 1) % NOW;
        else if (which % 5 == 3) t.validBefore = NOW + 3600 + change;
        else t.nonce ^= bytes32(uint256(change));
        if (which % 5 == 2 && t.validAfter == 0) t.validAfter = 1;
        refuses(t, signature, "FiatTokenV2: invalid signature");
    }

    function test_an_authorization_has_its_time() public {
        Terms memory t = terms(1e6, "n");
        t.validAfter = NOW;
        refuses(t, sign(PAYER_KEY, t), "FiatTokenV2: authorization is not yet valid");
        t.validAfter = NOW - 1;
        t.validBefore = NOW;
        refuses(t, sign(PAYER_KEY, t), "FiatTokenV2: authorization is expired");
        t.validBefore = NOW + 1;
        transfer(t, sign(PAYER_KEY, t));
    }

    function test_only_the_payee_receives() public {
        Terms memory t = terms(2e6, "n");
        bytes32 digest = hashOf(usdc.RECEIVE_WITH_AUTHORIZATION_TYPEHASH(), t);
        (uint8 v, bytes32 r, bytes32 s) = vm.sign(PAYER_KEY, digest);
        vm.expectRevert("FiatTokenV2: caller must be the payee");
        usdc.receiveWithAuthorization(t.from, t.to, t.value, t.validAfter, t.validBefore, t.nonce, v, r, s);
        refuses(t, abi.encodePacked(r, s, v), "FiatTokenV2: invalid signature");
        vm.prank(shop);
        usdc.receiveWithAuthorization(
            t.from, t.to, t.value, t.validAfter, t.validBefore, t.nonce, abi.encodePacked(r, s, v)
        );
        vm.assertEq(usdc.balanceOf(shop), 2e6);
        vm.prank(shop);
        vm.expectRevert("FiatTokenV2: authorization is used or canceled");
        usdc.receiveWithAuthorization(t.from, t.to, t.value, t.validAfter, t.validBefore, t.nonce, v, r, s);
    }

    function test_a_canceled_authorization_never_pays() public {
        Terms memory t = terms(2e6, "n");
        bytes32 digest =
            typedHash(keccak256(abi.encode(usdc.CANCEL_AUTHORIZATION_TYPEHASH(), payer, t.nonce)));
        (uint8 v, bytes32 r, bytes32 s) = vm.sign(0xBAD, digest);
        vm.expectRevert("FiatTokenV2: invalid signature");
        usdc.cancelAuthorization(payer, t.nonce, v, r, s);
        (v, r, s) = vm.sign(PAYER_KEY, digest);
        vm.expectEmit(address(usdc));
        emit SandboxUsdc.AuthorizationCanceled(payer, t.nonce);
        usdc.cancelAuthorization(payer, t.nonce, v, r, s);
        refuses(t, sign(PAYER_KEY, t), "FiatTokenV2: authorization is used or canceled");
        vm.expectRevert("FiatTokenV2: authorization is used or canceled");
        usdc.cancelAuthorization(payer, t.nonce, abi.encodePacked(r, s, v));
    }

    function test_an_account_with_code_is_asked_and_its_key_signs_nothing() public {
        SmartAccount account = new SmartAccount();
        usdc.mint(address(account), 5e6);
        Terms memory t = terms(5e6, "n");
        t.from = address(account);
        refuses(t, "anything", "FiatTokenV2: invalid signature");
        account.approveDigest(digestOf(t));
        transfer(t, "anything");
        vm.assertEq(usdc.balanceOf(shop), 5e6);

        Terms memory own = terms(1e6, "o");
        vm.etch(payer, address(account).code);
        refuses(own, sign(PAYER_KEY, own), "FiatTokenV2: invalid signature");
        // Code that answers nothing, or reverts.
        vm.etch(payer, hex"00");
        refuses(own, sign(PAYER_KEY, own), "FiatTokenV2: invalid signature");
        vm.etch(payer, hex"fe");
        refuses(own, sign(PAYER_KEY, own), "FiatTokenV2: invalid signature");
    }

    function test_a_malformed_signature_is_named() public {
        Terms memory t = terms(1e6, "n");
        (uint8 v, bytes32 r, bytes32 s) = vm.sign(PAYER_KEY, digestOf(t));
        refuses(t, abi.encodePacked(r, s), "ECRecover: invalid signature length");
        bytes32 high = bytes32(CURVE_ORDER - uint256(s));
        refuses(t, abi.encodePacked(r, high, v == 27 ? 28 : 27), "ECRecover: invalid signature 's' value");
        refuses(t, abi.encodePacked(r, s, uint8(29)), "ECRecover: invalid signature 'v' value");
        refuses(t, abi.encodePacked(bytes32(0), s, v), "ECRecover: invalid signature");
        refuses(t, sign(0xBAD, t), "FiatTokenV2: invalid signature");
    }

    function test_more_than_the_balance_is_refused() public {
        Terms memory t = terms(100e6 + 1, "n");
        refuses(t, sign(PAYER_KEY, t), "ERC20: transfer amount exceeds balance");
        vm.assertEq(usdc.authorizationState(payer, "n"), false);
    }

    function test_a_blacklisted_account_neither_pays_nor_is_paid() public {
        Terms memory t = terms(1e6, "n");
        bytes memory signature = sign(PAYER_KEY, t);
        usdc.blacklist(payer);
        vm.assertEq(usdc.balanceOf(payer), 100e6);
        refuses(t, signature, "Blacklistable: account is blacklisted");
        vm.prank(payer);
        vm.expectRevert("Blacklistable: account is blacklisted");
        usdc.transfer(shop, 1);
        usdc.unBlacklist(payer);
        usdc.blacklist(shop);
        refuses(t, signature, "Blacklistable: account is blacklisted");
        vm.prank(payer);
        vm.expectRevert("Blacklistable: account is blacklisted");
        usdc.transfer(address(usdc), 1);
        usdc.unBlacklist(shop);
        transfer(t, signature);
    }

    function test_a_pause_stops_everything() public {
        Terms memory t = terms(1e6, "n");
        bytes memory signature = sign(PAYER_KEY, t);
        usdc.pause();
        refuses(t, signature, "Pausable: paused");
        vm.prank(payer);
        vm.expectRevert("Pausable: paused");
        usdc.transfer(shop, 1);
        usdc.unpause();
        transfer(t, signature);
    }

    function testFuzz_only_the_minter_mints_blacklists_and_pauses(address caller) public {
        vm.assume(caller != address(this));
        vm.startPrank(caller);
        vm.expectRevert("FiatToken: caller is not a minter");
        usdc.mint(payer, 1);
        vm.expectRevert("Blacklistable: caller is not the blacklister");
        usdc.blacklist(payer);
        vm.expectRevert("Blacklistable: caller is not the blacklister");
        usdc.unBlacklist(payer);
        vm.expectRevert("Pausable: caller is not the pauser");
        usdc.pause();
        vm.expectRevert("Pausable: caller is not the pauser");
        usdc.unpause();
        vm.expectRevert("FiatToken: contract is already initialized");
        usdc.initialize("Other", caller);
        vm.stopPrank();
        SandboxUsdc implementation = new SandboxUsdc();
        vm.expectRevert("FiatToken: contract is already initialized");
        implementation.initialize("Other", caller);
    }

    function test_mint_adds_to_supply_and_balance() public {
        vm.expectEmit(address(usdc));
        emit SandboxUsdc.Mint(address(this), shop, 5);
        vm.expectEmit(address(usdc));
        emit SandboxUsdc.Transfer(address(0), shop, 5);
        usdc.mint(shop, 5);
        vm.assertEq(usdc.totalSupply(), 100e6 + 5);
        vm.expectRevert("FiatToken: mint to the zero address");
        usdc.mint(address(0), 1);
        vm.expectRevert("FiatToken: mint amount not greater than 0");
        usdc.mint(shop, 0);
    }

    function test_an_allowance_is_spent_unless_it_is_infinite() public {
        vm.prank(payer);
        vm.expectRevert("ERC20: approve to the zero address");
        usdc.approve(address(0), 1);
        vm.prank(payer);
        usdc.approve(relayer, 10);
        vm.startPrank(relayer);
        usdc.transferFrom(payer, shop, 4);
        vm.assertEq(usdc.allowance(payer, relayer), 6);
        vm.expectRevert("ERC20: transfer amount exceeds allowance");
        usdc.transferFrom(payer, shop, 7);
        vm.stopPrank();
        vm.prank(payer);
        usdc.approve(relayer, type(uint256).max);
        vm.startPrank(relayer);
        usdc.transferFrom(payer, shop, 7);
        vm.assertEq(usdc.allowance(payer, relayer), type(uint256).max);
        vm.expectRevert("ERC20: transfer to the zero address");
        usdc.transferFrom(payer, address(0), 1);
        vm.stopPrank();
    }

    function terms(uint256 value, bytes32 nonce) private view returns (Terms memory) {
        return Terms(payer, shop, value, 0, NOW + 3600, nonce);
    }

    function digestOf(Terms memory t) private view returns (bytes32) {
        return hashOf(usdc.TRANSFER_WITH_AUTHORIZATION_TYPEHASH(), t);
    }

    function hashOf(bytes32 typeHash, Terms memory t) private view returns (bytes32) {
        return typedHash(
            keccak256(abi.encode(typeHash, t.from, t.to, t.value, t.validAfter, t.validBefore, t.nonce))
        );
    }

    function typedHash(bytes32 structHash) private view returns (bytes32) {
        return keccak256(abi.encodePacked("\x19\x01", usdc.DOMAIN_SEPARATOR(), structHash));
    }

    function sign(uint256 key, Terms memory t) private view returns (bytes memory) {
        (uint8 v, bytes32 r, bytes32 s) = vm.sign(key, digestOf(t));
        return abi.encodePacked(r, s, v);
    }

    function transfer(Terms memory t, bytes memory signature) private {
        usdc.transferWithAuthorization(t.from, t.to, t.value, t.validAfter, t.validBefore, t.nonce, signature);
    }

    function refuses(Terms memory t, bytes memory signature, string memory reason) private {
        vm.expectRevert(abi.encodeWithSignature("Error(string)", reason));
        transfer(t, signature);
    }
}
