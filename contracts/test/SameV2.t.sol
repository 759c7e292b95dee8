// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {BountyEscrow} from "../src/BountyEscrow.sol";
import {BountyEscrowV2} from "../src/BountyEscrowV2.sol";
import {BountyEscrowV2Base} from "../src/BountyEscrowV2Base.sol";
import {EscrowBase} from "./EscrowBase.sol";
import {EscrowV2Base} from "./EscrowV2Base.sol";
import {ExitsTest} from "./Exits.t.sol";
import {HostileToken} from "./HostileToken.sol";
import {OwnerTest} from "./Owner.t.sol";
import {PostTest} from "./Post.t.sol";
import {Ownable} from "@openzeppelin/contracts/access/Ownable.sol";
import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";

// The tests of version 1 against version 2, and what differs on purpose.

contract PostV2Test is PostTest, EscrowV2Base {
    function setUp() public override(EscrowBase, EscrowV2Base) {
        EscrowV2Base.setUp();
    }

    function deploy(IERC20 token) internal override(EscrowBase, EscrowV2Base) returns (BountyEscrow) {
        return EscrowV2Base.deploy(token);
    }

    function largest() internal pure override(EscrowBase, EscrowV2Base) returns (uint256) {
        return 5_000e6;
    }

    function snapshotName() internal pure override(EscrowBase, EscrowV2Base) returns (string memory) {
        return EscrowV2Base.snapshotName();
    }
}

contract ExitsV2Test is ExitsTest, EscrowV2Base {
    function setUp() public override(EscrowBase, EscrowV2Base) {
        EscrowV2Base.setUp();
    }

    function deploy(IERC20 token) internal override(EscrowBase, EscrowV2Base) returns (BountyEscrow) {
        return EscrowV2Base.deploy(token);
    }

    function largest() internal pure override(EscrowBase, EscrowV2Base) returns (uint256) {
        return EscrowV2Base.largest();
    }

    function snapshotName() internal pure override(EscrowBase, EscrowV2Base) returns (string memory) {
        return EscrowV2Base.snapshotName();
    }

    /// The log has it; storage is paid for only while it is needed.
    function storedContributor() internal pure override returns (address) {
        return address(0);
    }

    /// Version 1 refuses the release, so a refusal that lasts until the end of grace costs the contributor the bounty.
    function test_a_blacklisted_contributor_can_be_replaced() public override {
        uint256 id = post("a", 3e6);
        usdc.blacklist(CONTRIBUTOR);
        vm.prank(OPERATOR);
        vm.expectEmit(address(v2));
        emit BountyEscrowV2Base.BountyAccepted(id, CONTRIBUTOR, "s", 3e6, START - START % 1 days);
        v2.release(id, CONTRIBUTOR, "s");
        vm.warp(START + 365 days);
        vm.expectRevert("Blacklistable: account is blacklisted");
        v2.pay(id);
        usdc.unBlacklist(CONTRIBUTOR);
        v2.pay(id);
        vm.assertEq(usdc.balanceOf(CONTRIBUTOR), 3e6);
        assertStateV2(id, BountyEscrowV2Base.State.Released);
    }

    function test_while_usdc_is_paused_everything_waits_and_nothing_is_lost() public override {
        uint256 id = post("a", 3e6);
        usdc.pause();
        release(id, CONTRIBUTOR);
        assertStateV2(id, BountyEscrowV2Base.State.Accepted);
        vm.assertEq(v2.totalOpen(), 3e6);
        vm.expectRevert("Pausable: paused");
        v2.pay(id);
        usdc.unpause();
        v2.pay(id);
        vm.assertEq(usdc.balanceOf(CONTRIBUTOR), 3e6);
        vm.assertEq(v2.totalOpen(), 0);
    }

    function test_a_token_that_takes_more_than_the_bounty_is_refused() public override {
        (BountyEscrow other, HostileToken token, uint256 id,) = hostile();
        token.setFee(0, 1);
        vm.prank(OPERATOR);
        other.release(id, CONTRIBUTOR, "s");
        vm.expectRevert(abi.encodeWithSelector(BountyEscrow.TransferMismatch.selector, 1e6 + 1, 1e6));
        BountyEscrowV2(address(other)).pay(id);
        vm.assertEq(token.balanceOf(address(other)), 2e6);
        vm.assertEq(other.totalOpen(), 2e6);
    }
}

contract OwnerV2Test is OwnerTest, EscrowV2Base {
    function setUp() public override(EscrowBase, EscrowV2Base) {
        EscrowV2Base.setUp();
    }

    function deploy(IERC20 token) internal override(EscrowBase, EscrowV2Base) returns (BountyEscrow) {
        return EscrowV2Base.deploy(token);
    }

    function largest() internal pure override(EscrowBase, EscrowV2Base) returns (uint256) {
        return EscrowV2Base.largest();
    }

    function snapshotName() internal pure override(EscrowBase, EscrowV2Base) returns (string memory) {
        return EscrowV2Base.snapshotName();
    }

    function test_without_owner_and_operator_everything_is_refunded() public override {
        uint256 id = post("a", 1e6);
        vm.prank(OWNER);
        v2.setOperator(OPERATOR, false);
        vm.warp(START + 1 days + GRACE);
        vm.prank(STRANGER);
        v2.refund(id);
        vm.assertEq(usdc.balanceOf(BUYER), 1e6);
    }

    function test_ownership_cannot_be_renounced() public {
        vm.prank(OWNER);
        vm.expectRevert(abi.encodeWithSelector(BountyEscrowV2Base.OwnershipRequired.selector));
        v2.renounceOwnership();
        vm.assertEq(v2.owner(), OWNER);
    }

    function testFuzz_only_the_owner_limits_and_revokes(address caller) public {
        vm.assume(caller != OWNER);
        bytes memory refused = abi.encodeWithSelector(Ownable.OwnableUnauthorizedAccount.selector, caller);
        vm.startPrank(caller);
        vm.expectRevert(refused);
        v2.setDailyLimit(type(uint48).max);
        vm.expectRevert(refused);
        v2.revokeAcceptances(only(1));
        vm.expectRevert(refused);
        v2.renounceOwnership();
        vm.stopPrank();
    }

    /// @dev A call of its own: `expectRevert` right before `new` ends a test early when contracts are linked dynamically.
    function create(uint40 grace, uint256 maxAmount, uint256 limit) external returns (BountyEscrowV2) {
        return new BountyEscrowV2(IERC20(address(usdc)), OWNER, OPERATOR, grace, maxAmount, limit);
    }

    function test_the_grace_is_an_hour_to_thirty_days() public {
        this.create(1 hours, 1, 1);
        this.create(30 days, 1, 1);
        vm.expectRevert(abi.encodeWithSelector(BountyEscrowV2Base.BadGrace.selector, 1 hours - 1));
        this.create(1 hours - 1, 1, 1);
        vm.expectRevert(abi.encodeWithSelector(BountyEscrowV2Base.BadGrace.selector, 30 days + 1));
        this.create(30 days + 1, 1, 1);
    }

    function test_the_largest_bounty_and_the_limit_fit_together() public {
        vm.expectRevert(abi.encodeWithSelector(BountyEscrowV2Base.BadAmount.selector, 0));
        this.create(GRACE, 0, 0);
        vm.expectRevert(abi.encodeWithSelector(BountyEscrowV2Base.BadAmount.selector, 2 ** 48));
        this.create(GRACE, 2 ** 48, 2 ** 48);
        vm.expectRevert(abi.encodeWithSelector(BountyEscrowV2Base.BadLimit.selector, 4));
        this.create(GRACE, 5, 4);
        vm.expectRevert(abi.encodeWithSelector(BountyEscrowV2Base.BadLimit.selector, 2 ** 48));
        this.create(GRACE, 5, 2 ** 48);
        BountyEscrowV2 small = this.create(GRACE, 5, 5);
        vm.startPrank(OWNER);
        vm.expectRevert(abi.encodeWithSelector(BountyEscrowV2Base.BadLimit.selector, 4));
        small.setDailyLimit(4);
        vm.expectRevert(abi.encodeWithSelector(BountyEscrowV2Base.BadLimit.selector, 2 ** 48));
        small.setDailyLimit(2 ** 48);
        vm.expectEmit(address(small));
        emit BountyEscrowV2Base.DailyLimitSet(2 ** 48 - 1);
        small.setDailyLimit(2 ** 48 - 1);
        vm.stopPrank();
        vm.assertEq(small.dailyLimit(), 2 ** 48 - 1);
        vm.assertEq(small.MAX_AMOUNT(), 5);
    }
}
