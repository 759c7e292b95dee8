// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {BountyEscrow} from "../src/BountyEscrow.sol";
import {EscrowBase} from "./EscrowBase.sol";
import {HostileToken} from "./HostileToken.sol";
import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {Pausable} from "@openzeppelin/contracts/utils/Pausable.sol";

contract PostTest is EscrowBase {
    function test_takes_the_money_and_keeps_the_terms() public {
        vm.prank(TREASURY);
        vm.expectEmit(address(escrow));
        emit BountyEscrow.BountyPosted(1, TREASURY, "a", BUYER, 50e6, START + 1 days);
        uint256 id = escrow.post("a", BUYER, 50e6, tomorrow());
        vm.snapshotGasLastCall(snapshotName(), "post");

        BountyEscrow.Bounty memory b = escrow.bounty(id);
        vm.assertEq(b.refundTo, BUYER);
        vm.assertEq(b.amount, 50e6);
        vm.assertEq(b.deadline, START + 1 days);
        vm.assertEq(b.contributor, address(0));
        assertState(id, BountyEscrow.State.Open);
        vm.assertEq(usdc.balanceOf(address(escrow)), 50e6);
        vm.assertEq(usdc.balanceOf(TREASURY), FUNDS - 50e6);
        vm.assertEq(escrow.totalOpen(), 50e6);
    }

    function test_ids_count_from_one() public {
        vm.assertEq(post("a", 1), 1);
        vm.assertEq(post("b", 1), 2);
        vm.assertEq(escrow.bountyCount(), 2);
        vm.assertEq(escrow.idOf(TREASURY, "b"), 2);
        vm.assertEq(escrow.idOf(TREASURY, "c"), 0);
    }

    /// A retry may come with a recomputed deadline or amount, and after the bounty has ended.
    function testFuzz_a_reference_posts_once_whatever_the_terms(uint96 amount, address to, uint40 later)
        public
    {
        uint256 id = post("a", 5e6);
        later = uint40(bound(later, 0, GRACE - 1));
        vm.warp(START + later);
        vm.prank(TREASURY);
        vm.expectRevert(abi.encodeWithSelector(BountyEscrow.AlreadyPosted.selector, id));
        escrow.post("a", to, amount, tomorrow());

        vm.prank(OPERATOR);
        escrow.cancel(id);
        vm.prank(TREASURY);
        vm.expectRevert(abi.encodeWithSelector(BountyEscrow.AlreadyPosted.selector, id));
        escrow.post("a", to, amount, tomorrow());
        vm.assertEq(usdc.balanceOf(address(escrow)), 0);
    }

    function test_nobody_can_take_the_reference_of_another_poster() public {
        usdc.mint(STRANGER, 1e6);
        vm.startPrank(STRANGER);
        usdc.approve(address(escrow), 1e6);
        uint256 squatted = escrow.post("a", STRANGER, 1e6, tomorrow());
        vm.stopPrank();
        uint256 id = post("a", 5e6);
        vm.assertEq(escrow.idOf(STRANGER, "a"), squatted);
        vm.assertEq(escrow.idOf(TREASURY, "a"), id);
        vm.assertEq(escrow.bounty(id).amount, 5e6);
    }

    function test_amount_is_from_one_unit_to_what_fits() public {
        vm.startPrank(TREASURY);
        vm.expectRevert(abi.encodeWithSelector(BountyEscrow.BadAmount.selector, 0));
        escrow.post("a", BUYER, 0, tomorrow());
        uint256 tooMuch = largest() + 1;
        vm.expectRevert(abi.encodeWithSelector(BountyEscrow.BadAmount.selector, tooMuch));
        escrow.post("a", BUYER, tooMuch, tomorrow());
        usdc.approve(address(escrow), type(uint256).max);
        vm.stopPrank();
        usdc.mint(TREASURY, largest());
        uint256 id = post("a", largest());
        vm.assertEq(escrow.bounty(id).amount, largest());
        vm.assertEq(escrow.totalOpen(), largest());
    }

    function test_deadline_is_ahead_and_at_most_a_year_away() public {
        uint256 latest = START + 366 days;
        vm.startPrank(TREASURY);
        vm.expectRevert(abi.encodeWithSelector(BountyEscrow.BadDeadline.selector, START, latest));
        escrow.post("a", BUYER, 1, uint40(START));
        vm.expectRevert(abi.encodeWithSelector(BountyEscrow.BadDeadline.selector, latest + 1, latest));
        escrow.post("a", BUYER, 1, uint40(latest + 1));
        escrow.post("a", BUYER, 1, uint40(START + 1));
        escrow.post("b", BUYER, 1, uint40(latest));
        vm.stopPrank();
    }

    function test_refunds_go_neither_nowhere_nor_to_the_escrow() public {
        vm.startPrank(TREASURY);
        vm.expectRevert(abi.encodeWithSelector(BountyEscrow.BadRecipient.selector, address(0)));
        escrow.post("a", address(0), 1, tomorrow());
        vm.expectRevert(abi.encodeWithSelector(BountyEscrow.BadRecipient.selector, address(escrow)));
        escrow.post("a", address(escrow), 1, tomorrow());
        vm.stopPrank();
    }

    function test_without_money_or_allowance_nothing_is_posted() public {
        vm.prank(STRANGER);
        vm.expectRevert("ERC20: transfer amount exceeds allowance");
        escrow.post("a", BUYER, 1, tomorrow());
        vm.assertEq(escrow.bountyCount(), 0);
        vm.assertEq(escrow.totalOpen(), 0);
    }

    function test_a_token_that_arrives_short_is_refused() public {
        HostileToken token = new HostileToken();
        BountyEscrow other = deploy(IERC20(address(token)));
        token.mint(address(this), 1e6);
        token.approve(address(other), 1e6);
        token.setFee(10_000, 0);
        vm.expectRevert(abi.encodeWithSelector(BountyEscrow.TransferMismatch.selector, 990_000, 1e6));
        other.post("a", BUYER, 1e6, tomorrow());
    }

    function test_pause_stops_posting_until_unpaused() public {
        vm.prank(OWNER);
        escrow.pause();
        vm.prank(TREASURY);
        vm.expectRevert(abi.encodeWithSelector(Pausable.EnforcedPause.selector));
        escrow.post("a", BUYER, 1, tomorrow());
        vm.prank(OWNER);
        escrow.unpause();
        post("a", 1);
    }

    function test_the_token_must_be_a_contract() public {
        vm.expectRevert(abi.encodeWithSelector(BountyEscrow.BadToken.selector, STRANGER));
        deploy(IERC20(STRANGER));
    }
}
