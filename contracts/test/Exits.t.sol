// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {BountyEscrow} from "../src/BountyEscrow.sol";
import {EscrowBase} from "./EscrowBase.sol";
import {HostileToken} from "./HostileToken.sol";
import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {ReentrancyGuardTransient} from "@openzeppelin/contracts/utils/ReentrancyGuardTransient.sol";

contract ExitsTest is EscrowBase {
    function test_release_pays_the_contributor_exactly() public {
        uint256 id = post("a", 50e6);
        vm.prank(OPERATOR);
        vm.expectEmit(address(escrow));
        emit BountyEscrow.BountyReleased(id, CONTRIBUTOR, "s", 50e6);
        escrow.release(id, CONTRIBUTOR, "s");
        vm.snapshotGasLastCall(snapshotName(), "release");
        vm.assertEq(usdc.balanceOf(CONTRIBUTOR), 50e6);
        vm.assertEq(usdc.balanceOf(address(escrow)), 0);
        vm.assertEq(escrow.totalOpen(), 0);
        vm.assertEq(escrow.bounty(id).contributor, storedContributor());
        assertState(id, BountyEscrow.State.Released);
    }

    /// @dev What the contract stores of a contributor who is paid.
    function storedContributor() internal view virtual returns (address) {
        return CONTRIBUTOR;
    }

    function test_cancel_pays_the_buyer_exactly() public {
        uint256 id = post("a", 50e6);
        vm.prank(OPERATOR);
        vm.expectEmit(address(escrow));
        emit BountyEscrow.BountyCancelled(id, BUYER, 50e6);
        escrow.cancel(id);
        vm.snapshotGasLastCall(snapshotName(), "cancel");
        vm.assertEq(usdc.balanceOf(BUYER), 50e6);
        vm.assertEq(escrow.totalOpen(), 0);
        assertState(id, BountyEscrow.State.Cancelled);
    }

    function test_refund_pays_the_buyer_exactly() public {
        uint256 id = post("a", 50e6);
        vm.warp(START + 1 days + GRACE);
        vm.prank(STRANGER);
        vm.expectEmit(address(escrow));
        emit BountyEscrow.BountyRefunded(id, BUYER, 50e6, STRANGER);
        escrow.refund(id);
        vm.snapshotGasLastCall(snapshotName(), "refund");
        vm.assertEq(usdc.balanceOf(BUYER), 50e6);
        vm.assertEq(usdc.balanceOf(STRANGER), 0);
        vm.assertEq(escrow.totalOpen(), 0);
        assertState(id, BountyEscrow.State.Refunded);
    }

    function test_nothing_ends_twice_and_nothing_unposted_ends() public {
        uint256[3] memory ids = [post("a", 1e6), post("b", 1e6), post("c", 1e6)];
        post("other", 7e6);
        BountyEscrow.State[3] memory ends =
            [BountyEscrow.State.Released, BountyEscrow.State.Cancelled, BountyEscrow.State.Refunded];
        vm.warp(START + 1 days);
        vm.startPrank(OPERATOR);
        escrow.release(ids[0], CONTRIBUTOR, "s");
        escrow.cancel(ids[1]);
        escrow.refund(ids[2]);
        for (uint256 i; i < 3; i++) {
            expectNotOpen(ids[i], ends[i]);
            escrow.release(ids[i], CONTRIBUTOR, "s");
            expectNotOpen(ids[i], ends[i]);
            escrow.cancel(ids[i]);
            expectNotOpen(ids[i], ends[i]);
            escrow.refund(ids[i]);
        }
        expectNotOpen(99, BountyEscrow.State.None);
        escrow.release(99, CONTRIBUTOR, "s");
        expectNotOpen(99, BountyEscrow.State.None);
        escrow.cancel(99);
        expectNotOpen(0, BountyEscrow.State.None);
        escrow.refund(0);
        vm.stopPrank();
        vm.assertEq(usdc.balanceOf(address(escrow)), 7e6);
    }

    function test_the_windows_open_and_close_to_the_second() public {
        uint256 deadline = START + 1 days;
        uint256 end = deadline + GRACE;
        uint256 a = post("a", 1e6);
        uint256 b = post("b", 1e6);
        uint256 c = post("c", 1e6);
        uint256 d = post("d", 1e6);

        vm.warp(deadline - 1);
        vm.prank(OPERATOR);
        vm.expectRevert(abi.encodeWithSelector(BountyEscrow.TooEarly.selector, a, deadline));
        escrow.refund(a);
        vm.warp(deadline);
        vm.prank(OPERATOR);
        escrow.refund(a);

        vm.warp(end - 1);
        vm.prank(STRANGER);
        vm.expectRevert(abi.encodeWithSelector(BountyEscrow.TooEarly.selector, b, end));
        escrow.refund(b);
        vm.prank(OPERATOR);
        escrow.release(b, CONTRIBUTOR, "s");

        vm.warp(end);
        vm.prank(OPERATOR);
        vm.expectRevert(abi.encodeWithSelector(BountyEscrow.TooLate.selector, c, end));
        escrow.release(c, CONTRIBUTOR, "s");
        vm.prank(STRANGER);
        escrow.refund(c);
        vm.prank(OPERATOR);
        escrow.cancel(d);
    }

    /// The refund address and the poster cannot get the money back earlier than anyone else.
    function test_payer_and_poster_wait_for_the_end_of_grace_like_anyone() public {
        uint256 id = post("a", 1e6);
        uint256 end = START + 1 days + GRACE;
        for (uint256 time = START + 1 days; time < end; time += GRACE - 1) {
            vm.warp(time);
            vm.prank(BUYER);
            vm.expectRevert(abi.encodeWithSelector(BountyEscrow.TooEarly.selector, id, end));
            escrow.refund(id);
            vm.prank(TREASURY);
            vm.expectRevert(abi.encodeWithSelector(BountyEscrow.TooEarly.selector, id, end));
            escrow.refund(id);
        }
        vm.warp(end);
        vm.prank(BUYER);
        escrow.refund(id);
        vm.assertEq(usdc.balanceOf(BUYER), 1e6);
    }

    /// Anyone can refund a bounty from the moment when the operator can no longer release it.
    function testFuzz_at_any_time_either_release_or_refund(uint96 amount, uint40 duration, uint256 time)
        public
    {
        amount = uint96(bound(amount, 1, FUNDS < largest() ? FUNDS : largest()));
        uint40 deadline = uint40(START + bound(duration, 1, 366 days));
        vm.prank(TREASURY);
        uint256 id = escrow.post("a", BUYER, amount, deadline);
        time = bound(time, START, uint256(deadline) + 2 * GRACE);
        vm.warp(time);
        uint256 end = uint256(deadline) + GRACE;
        if (time < end) {
            vm.prank(STRANGER);
            vm.expectRevert(abi.encodeWithSelector(BountyEscrow.TooEarly.selector, id, end));
            escrow.refund(id);
            vm.prank(OPERATOR);
            escrow.release(id, CONTRIBUTOR, "s");
            vm.assertEq(usdc.balanceOf(CONTRIBUTOR), amount);
        } else {
            vm.prank(OPERATOR);
            vm.expectRevert(abi.encodeWithSelector(BountyEscrow.TooLate.selector, id, end));
            escrow.release(id, CONTRIBUTOR, "s");
            vm.prank(STRANGER);
            escrow.refund(id);
            vm.assertEq(usdc.balanceOf(BUYER), amount);
        }
        vm.assertEq(usdc.balanceOf(address(escrow)), 0);
    }

    function testFuzz_only_an_operator_releases_and_cancels(address caller) public {
        vm.assume(caller != OPERATOR);
        uint256 id = post("a", 1e6);
        vm.startPrank(caller);
        vm.expectRevert(abi.encodeWithSelector(BountyEscrow.NotOperator.selector, caller));
        escrow.release(id, caller, "s");
        vm.expectRevert(abi.encodeWithSelector(BountyEscrow.NotOperator.selector, caller));
        escrow.cancel(id);
        vm.expectRevert(abi.encodeWithSelector(BountyEscrow.TooEarly.selector, id, START + 1 days + GRACE));
        escrow.refund(id);
        vm.stopPrank();
    }

    function test_a_release_goes_neither_nowhere_nor_to_the_escrow() public {
        uint256 id = post("a", 1e6);
        vm.startPrank(OPERATOR);
        vm.expectRevert(abi.encodeWithSelector(BountyEscrow.BadRecipient.selector, address(0)));
        escrow.release(id, address(0), "s");
        vm.expectRevert(abi.encodeWithSelector(BountyEscrow.BadRecipient.selector, address(escrow)));
        escrow.release(id, address(escrow), "s");
        vm.stopPrank();
        assertState(id, BountyEscrow.State.Open);
    }

    function test_no_pause_keeps_money_in() public {
        uint256 a = post("a", 1e6);
        uint256 b = post("b", 2e6);
        uint256 c = post("c", 4e6);
        vm.prank(OWNER);
        escrow.pause();
        vm.startPrank(OPERATOR);
        escrow.release(a, CONTRIBUTOR, "s");
        escrow.cancel(b);
        vm.stopPrank();
        vm.warp(START + 1 days + GRACE);
        vm.prank(STRANGER);
        escrow.refund(c);
        vm.assertEq(usdc.balanceOf(CONTRIBUTOR), 1e6);
        vm.assertEq(usdc.balanceOf(BUYER), 6e6);
    }

    function test_a_blacklisted_buyer_is_still_owed_and_holds_up_nobody_else() public {
        uint256 id = post("a", 3e6);
        vm.prank(TREASURY);
        uint256 other = escrow.post("b", STRANGER, 2e6, tomorrow());
        usdc.blacklist(BUYER);
        vm.warp(START + 1 days + GRACE);
        vm.prank(OPERATOR);
        vm.expectRevert("Blacklistable: account is blacklisted");
        escrow.cancel(id);
        vm.expectRevert("Blacklistable: account is blacklisted");
        escrow.refund(id);
        escrow.refund(other);
        vm.assertEq(usdc.balanceOf(STRANGER), 2e6);
        assertState(id, BountyEscrow.State.Open);
        vm.assertEq(escrow.totalOpen(), 3e6);
        usdc.unBlacklist(BUYER);
        escrow.refund(id);
        vm.assertEq(usdc.balanceOf(BUYER), 3e6);
    }

    function test_a_blacklisted_contributor_can_be_replaced() public virtual {
        uint256 id = post("a", 3e6);
        usdc.blacklist(CONTRIBUTOR);
        vm.startPrank(OPERATOR);
        vm.expectRevert("Blacklistable: account is blacklisted");
        escrow.release(id, CONTRIBUTOR, "s");
        escrow.release(id, STRANGER, "s");
        vm.stopPrank();
        vm.assertEq(usdc.balanceOf(STRANGER), 3e6);
    }

    function test_while_usdc_is_paused_everything_waits_and_nothing_is_lost() public virtual {
        uint256 id = post("a", 3e6);
        usdc.pause();
        vm.prank(OPERATOR);
        vm.expectRevert("Pausable: paused");
        escrow.release(id, CONTRIBUTOR, "s");
        assertState(id, BountyEscrow.State.Open);
        usdc.unpause();
        vm.prank(OPERATOR);
        escrow.release(id, CONTRIBUTOR, "s");
    }

    function test_a_token_that_takes_more_than_the_bounty_is_refused() public virtual {
        (BountyEscrow other, HostileToken token, uint256 id,) = hostile();
        token.setFee(0, 1);
        vm.prank(OPERATOR);
        vm.expectRevert(abi.encodeWithSelector(BountyEscrow.TransferMismatch.selector, 1e6 + 1, 1e6));
        other.release(id, CONTRIBUTOR, "s");
    }

    /// Even a token that is itself an operator gets into no second exit during a transfer.
    function test_no_function_can_be_entered_from_a_transfer() public {
        (BountyEscrow other, HostileToken token,, uint256 second) = hostile();
        bytes[5] memory calls = [
            abi.encodeCall(BountyEscrow.release, (second, address(token), "s")),
            abi.encodeCall(BountyEscrow.cancel, (second)),
            abi.encodeCall(BountyEscrow.refund, (second)),
            abi.encodeCall(BountyEscrow.post, ("z", BUYER, 1, tomorrow())),
            abi.encodeCall(BountyEscrow.sweep, (IERC20(address(token)), address(token)))
        ];
        vm.prank(OWNER);
        other.setOperator(address(token), true);
        vm.prank(OWNER);
        other.transferOwnership(address(token));
        vm.prank(address(token));
        other.acceptOwnership();
        vm.warp(START + 1 days);
        for (uint256 i; i < calls.length; i++) {
            token.setCall(address(0), "");
            token.mint(address(this), 1e6);
            uint256 id = other.post(bytes32(i + 10), BUYER, 1e6, tomorrow());
            token.setCall(address(other), calls[i]);
            vm.prank(OPERATOR);
            other.cancel(id);
            vm.assertEq(token.callSucceeded(), false);
            vm.assertEq(
                bytes32(token.callAnswer()),
                bytes32(ReentrancyGuardTransient.ReentrancyGuardReentrantCall.selector)
            );
        }
        vm.assertEq(token.balanceOf(address(other)), 2e6);
    }

    function hostile() internal returns (BountyEscrow other, HostileToken token, uint256 id, uint256 second) {
        token = new HostileToken();
        other = deploy(IERC20(address(token)));
        token.mint(address(this), 2e6);
        token.approve(address(other), type(uint256).max);
        id = other.post("x", BUYER, 1e6, tomorrow());
        second = other.post("y", BUYER, 1e6, tomorrow());
    }
}
