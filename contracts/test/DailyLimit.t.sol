// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {BountyEscrow} from "../src/BountyEscrow.sol";
import {BountyEscrowV2} from "../src/BountyEscrowV2.sol";
import {BountyEscrowV2Base} from "../src/BountyEscrowV2Base.sol";
import {EscrowV2Base} from "./EscrowV2Base.sol";
import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";

/// A limit of 100 a day, bounties of up to 50.
contract DailyLimitTest is EscrowV2Base {
    address internal immutable THIEF = address(0x7417EF);
    uint256 internal immutable MIDNIGHT = START - START % 1 days;

    function largest() internal pure override returns (uint256) {
        return 50e6;
    }

    function dailyLimit() internal pure override returns (uint256) {
        return 100e6;
    }

    function test_a_release_beyond_the_limit_waits_for_its_day_and_is_then_paid_by_anyone() public {
        release(post("a", 50e6), CONTRIBUTOR);
        release(post("b", 50e6), CONTRIBUTOR);
        vm.assertEq(v2.usedToday(), 100e6);
        uint256 id = post("c", 1e6);
        vm.prank(OPERATOR);
        vm.expectEmit(address(v2));
        emit BountyEscrowV2Base.BountyAccepted(id, CONTRIBUTOR, "s", 1e6, MIDNIGHT + 1 days);
        v2.release(id, CONTRIBUTOR, "s");
        vm.snapshotGasLastCall("BountyEscrowV2", "releaseThatWaits");
        vm.assertEq(usdc.balanceOf(CONTRIBUTOR), 100e6);
        vm.assertEq(v2.totalOpen(), 1e6);
        vm.assertEq(v2.bounty(id).contributor, CONTRIBUTOR);
        (address contributor, uint256 from, bytes32 submission) = v2.acceptance(id);
        vm.assertEq(contributor, CONTRIBUTOR);
        vm.assertEq(from, MIDNIGHT + 1 days);
        vm.assertEq(submission, "s");

        vm.warp(MIDNIGHT + 1 days - 1);
        vm.expectRevert(abi.encodeWithSelector(BountyEscrowV2Base.TooEarly.selector, id, MIDNIGHT + 1 days));
        v2.pay(id);
        vm.warp(MIDNIGHT + 1 days);
        vm.prank(STRANGER);
        vm.expectEmit(address(v2));
        emit BountyEscrowV2Base.BountyReleased(id, CONTRIBUTOR, "s", 1e6);
        v2.pay(id);
        vm.snapshotGasLastCall("BountyEscrowV2", "pay");
        vm.assertEq(usdc.balanceOf(CONTRIBUTOR), 101e6);
        vm.assertEq(v2.totalOpen(), 0);
        assertStateV2(id, BountyEscrowV2Base.State.Released);
        vm.assertEq(v2.bounty(id).contributor, address(0));
    }

    function test_the_limit_is_reached_to_the_unit_and_the_next_day_begins_anew() public {
        release(post("a", 50e6), CONTRIBUTOR);
        release(post("b", 49e6), CONTRIBUTOR);
        uint256 over = post("c", 1e6 + 1);
        uint256 fits = post("d", 1e6);
        release(fits, CONTRIBUTOR);
        assertStateV2(fits, BountyEscrowV2Base.State.Released);
        release(over, CONTRIBUTOR);
        assertStateV2(over, BountyEscrowV2Base.State.Accepted);
        vm.warp(MIDNIGHT + 1 days);
        vm.assertEq(v2.usedToday(), 1e6 + 1);
        vm.warp(MIDNIGHT + 2 days);
        vm.assertEq(v2.usedToday(), 0);
        release(post("e", 50e6), STRANGER);
        vm.assertEq(usdc.balanceOf(STRANGER), 50e6);
        vm.assertEq(v2.usedToday(), 50e6);
    }

    /// Later acceptances never take the day of earlier ones, and the day is known at once.
    function test_days_are_given_out_in_the_order_of_acceptance() public {
        uint256[5] memory ids;
        for (uint256 i; i < 5; i++) {
            ids[i] = post(bytes32(i + 1), 40e6);
            release(ids[i], CONTRIBUTOR);
        }
        assertStateV2(ids[1], BountyEscrowV2Base.State.Released);
        vm.assertEq(payableFrom(ids[2]), MIDNIGHT + 1 days);
        vm.assertEq(payableFrom(ids[3]), MIDNIGHT + 1 days);
        vm.assertEq(payableFrom(ids[4]), MIDNIGHT + 2 days);
        vm.assertEq(v2.usedToday(), 100e6);
        // It would fit in the rest of today's limit, but it queues behind those that wait.
        uint256 small = post("small", 1e6);
        release(small, STRANGER);
        vm.assertEq(payableFrom(small), MIDNIGHT + 2 days);
        vm.warp(MIDNIGHT + 1 days);
        v2.pay(ids[3]);
        v2.pay(ids[2]);
        vm.expectRevert(
            abi.encodeWithSelector(BountyEscrowV2Base.TooEarly.selector, ids[4], MIDNIGHT + 2 days)
        );
        v2.pay(ids[4]);
    }

    /// With the operator's key a thief takes a day's limit, and everything waits until the owner has it back.
    function test_a_stolen_operator_key_takes_at_most_the_limit_a_day() public {
        uint256[] memory ids = new uint256[](10);
        for (uint256 i; i < 10; i++) {
            ids[i] = post(bytes32(i + 1), 50e6);
        }
        for (uint256 i; i < 10; i++) {
            release(ids[i], THIEF);
            for (uint256 j; j <= i; j++) {
                try v2.pay(ids[j]) {} catch {}
            }
        }
        vm.assertEq(usdc.balanceOf(THIEF), 100e6);
        vm.warp(MIDNIGHT + 1 days);
        for (uint256 j; j < 10; j++) {
            try v2.pay(ids[j]) {} catch {}
        }
        vm.assertEq(usdc.balanceOf(THIEF), 200e6);

        uint256[] memory unpaid = new uint256[](6);
        for (uint256 i; i < 6; i++) {
            unpaid[i] = ids[i + 4];
        }
        vm.startPrank(OWNER);
        v2.setOperator(OPERATOR, false);
        v2.setOperator(STRANGER, true);
        v2.revokeAcceptances(unpaid);
        // The days that the thief took stay assigned; a raise opens today again.
        v2.setDailyLimit(150e6);
        vm.stopPrank();
        vm.warp(MIDNIGHT + 6 days);
        for (uint256 i; i < 6; i++) {
            vm.expectRevert(
                abi.encodeWithSelector(
                    BountyEscrowV2Base.NotAccepted.selector, unpaid[i], BountyEscrowV2Base.State.Open
                )
            );
            v2.pay(unpaid[i]);
        }
        vm.assertEq(usdc.balanceOf(THIEF), 200e6);
    }

    function test_neither_operator_nor_time_takes_an_acceptance_away() public {
        spendToday();
        uint256 id = post("a", 50e6);
        release(id, CONTRIBUTOR);
        uint256[3] memory times = [START, START + 1 days, START + 300 days];
        for (uint256 i; i < 3; i++) {
            vm.warp(times[i]);
            vm.startPrank(OPERATOR);
            bytes memory refused = abi.encodeWithSelector(
                BountyEscrowV2Base.NotOpen.selector, id, BountyEscrowV2Base.State.Accepted
            );
            vm.expectRevert(refused);
            v2.release(id, THIEF, "s");
            vm.expectRevert(refused);
            v2.cancel(id);
            vm.expectRevert(refused);
            v2.refund(id);
            vm.stopPrank();
            vm.expectRevert(refused);
            v2.refund(id);
        }
        v2.pay(id);
        vm.assertEq(usdc.balanceOf(CONTRIBUTOR), 50e6);
        vm.expectRevert(
            abi.encodeWithSelector(
                BountyEscrowV2Base.NotAccepted.selector, id, BountyEscrowV2Base.State.Released
            )
        );
        v2.pay(id);
    }

    /// Accepted in the last second of grace, on a day that is spent: paid all the same.
    function test_a_release_in_time_wins_though_the_limit_is_reached() public {
        uint256 id = post("a", 50e6);
        vm.warp(START + 1 days + GRACE - 1);
        spendToday();
        release(id, CONTRIBUTOR);
        assertStateV2(id, BountyEscrowV2Base.State.Accepted);
        vm.warp(payableFrom(id));
        v2.pay(id);
        vm.assertEq(usdc.balanceOf(CONTRIBUTOR), 50e6);
    }

    function test_what_goes_back_to_payers_counts_for_nothing() public {
        spendToday();
        uint256 a = post("a", 50e6);
        uint256 b = post("b", 50e6);
        uint256 c = post("c", 50e6);
        vm.prank(OPERATOR);
        v2.cancel(a);
        vm.warp(START + 1 days + GRACE);
        spendToday();
        v2.refund(b);
        vm.prank(OPERATOR);
        v2.refund(c);
        vm.assertEq(usdc.balanceOf(BUYER), 150e6);
        vm.assertEq(v2.usedToday(), 100e6);
    }

    /// Contributors are paid without any key of ours, also while the contract is paused.
    function test_without_any_key_those_who_wait_are_paid() public {
        spendToday();
        uint256 id = post("a", 50e6);
        release(id, CONTRIBUTOR);
        vm.startPrank(OWNER);
        v2.setOperator(OPERATOR, false);
        v2.pause();
        vm.stopPrank();
        vm.warp(payableFrom(id));
        vm.prank(STRANGER);
        v2.pay(id);
        vm.assertEq(usdc.balanceOf(CONTRIBUTOR), 50e6);
    }

    function test_a_raise_pays_those_who_wait_at_once() public {
        spendToday();
        uint256 a = post("a", 50e6);
        uint256 b = post("b", 50e6);
        uint256 c = post("c", 50e6);
        release(a, CONTRIBUTOR);
        release(b, CONTRIBUTOR);
        release(c, CONTRIBUTOR);
        vm.prank(OWNER);
        v2.setDailyLimit(199e6);
        vm.assertEq(v2.usedToday(), 100e6);
        v2.pay(c);
        vm.assertEq(usdc.balanceOf(CONTRIBUTOR), 50e6);
        vm.assertEq(v2.usedToday(), 150e6);
        vm.expectRevert(abi.encodeWithSelector(BountyEscrowV2Base.TooEarly.selector, a, MIDNIGHT + 1 days));
        v2.pay(a);
        vm.prank(OWNER);
        v2.setDailyLimit(200e6);
        v2.pay(a);
        vm.assertEq(v2.usedToday(), 200e6);
        vm.warp(payableFrom(b));
        v2.pay(b);
        vm.assertEq(usdc.balanceOf(CONTRIBUTOR), 150e6);
    }

    /// Without days ahead a raise adds to what is left of today, and takes nothing of it back.
    function test_a_raise_counts_what_today_already_released() public {
        release(post("a", 50e6), CONTRIBUTOR);
        vm.prank(OWNER);
        v2.setDailyLimit(120e6);
        vm.assertEq(v2.usedToday(), 50e6);
        release(post("b", 50e6), CONTRIBUTOR);
        uint256 over = post("c", 20e6 + 1);
        release(over, CONTRIBUTOR);
        assertStateV2(over, BountyEscrowV2Base.State.Accepted);
    }

    function test_lowering_holds_from_the_next_release_and_keeps_given_days() public {
        release(post("a", 50e6), CONTRIBUTOR);
        vm.prank(OWNER);
        v2.setDailyLimit(50e6);
        uint256 id = post("b", 10e6);
        release(id, CONTRIBUTOR);
        vm.assertEq(payableFrom(id), MIDNIGHT + 1 days);
        uint256 next = post("c", 41e6);
        release(next, CONTRIBUTOR);
        vm.assertEq(payableFrom(next), MIDNIGHT + 2 days);
        vm.prank(OWNER);
        v2.setDailyLimit(50e6);
        vm.assertEq(payableFrom(next), MIDNIGHT + 2 days);
        vm.assertEq(v2.usedToday(), 50e6);
        uint256 small = post("d", 8e6);
        release(small, CONTRIBUTOR);
        vm.assertEq(payableFrom(small), MIDNIGHT + 2 days);
    }

    /// The right contributor still has a whole grace to be released to, even long after the deadline.
    function test_a_revoked_acceptance_is_open_with_a_whole_grace() public {
        spendToday();
        uint256 early = post("a", 50e6);
        uint256 late = post("b", 50e6);
        release(early, THIEF);
        release(late, THIEF);
        vm.startPrank(OWNER);
        vm.expectEmit(address(v2));
        emit BountyEscrowV2Base.AcceptanceRevoked(early, THIEF);
        v2.revokeAcceptances(only(early));
        vm.assertEq(v2.bounty(early).deadline, START + 1 days);
        vm.assertEq(v2.bounty(early).contributor, address(0));

        uint256 later = START + 100 days;
        vm.warp(later);
        v2.revokeAcceptances(only(late));
        vm.stopPrank();
        vm.assertEq(v2.totalOpen(), 100e6);
        vm.warp(later + GRACE - 1);
        vm.expectRevert(abi.encodeWithSelector(BountyEscrowV2Base.TooEarly.selector, late, later + GRACE));
        v2.refund(late);
        release(late, CONTRIBUTOR);
        vm.assertEq(usdc.balanceOf(CONTRIBUTOR), 50e6);
        v2.refund(early);
        vm.assertEq(usdc.balanceOf(BUYER), 50e6);
        vm.assertEq(usdc.balanceOf(THIEF), 0);
    }

    function test_only_unpaid_acceptances_can_be_revoked() public {
        uint256 open = post("a", 1e6);
        uint256 paid = post("b", 1e6);
        release(paid, CONTRIBUTOR);
        vm.startPrank(OWNER);
        vm.expectRevert(
            abi.encodeWithSelector(
                BountyEscrowV2Base.NotAccepted.selector, open, BountyEscrowV2Base.State.Open
            )
        );
        v2.revokeAcceptances(only(open));
        vm.expectRevert(
            abi.encodeWithSelector(
                BountyEscrowV2Base.NotAccepted.selector, paid, BountyEscrowV2Base.State.Released
            )
        );
        v2.revokeAcceptances(only(paid));
        vm.stopPrank();
    }

    function test_sweep_leaves_what_accepted_contributors_are_owed() public {
        spendToday();
        uint256 id = post("a", 50e6);
        release(id, CONTRIBUTOR);
        vm.prank(OWNER);
        v2.sweep(IERC20(address(usdc)), OWNER);
        vm.assertEq(usdc.balanceOf(OWNER), 0);
        vm.warp(payableFrom(id));
        v2.pay(id);
    }

    function test_only_the_escrow_itself_calls_its_payment() public {
        uint256 id = post("a", 1e6);
        vm.prank(OPERATOR);
        vm.expectRevert(abi.encodeWithSelector(BountyEscrowV2Base.NotSelf.selector, OPERATOR));
        v2.payNow(id, OPERATOR, "s");
    }

    /// Too little gas for the payment is too little for the acceptance: a sender cannot make a release wait that way.
    function test_a_release_with_too_little_gas_fails_whole() public {
        uint256 id = post("a", 1e6);
        bytes memory call = abi.encodeCall(BountyEscrowV2.release, (id, CONTRIBUTOR, "s"));
        for (uint256 gas = 20_000; gas < 120_000; gas += 2_500) {
            vm.prank(OPERATOR);
            (bool ok,) = address(v2).call{gas: gas}(call);
            if (ok) break;
            assertStateV2(id, BountyEscrowV2Base.State.Open);
        }
        assertStateV2(id, BountyEscrowV2Base.State.Released);
    }

    /// For any accepted amounts, times and ways of collecting, no assigned day holds more than the limit.
    function testFuzz_no_day_holds_more_than_the_limit(uint48[12] memory amounts, uint32[12] memory waits)
        public
    {
        uint256[] memory held = new uint256[](64);
        uint256 before;
        for (uint256 i; i < 12; i++) {
            vm.warp(block.timestamp + uint256(waits[i]) % 1 days);
            uint256 amount = bound(amounts[i], 1, largest());
            uint256 id = post(bytes32(i + 1), amount);
            release(id, CONTRIBUTOR);
            bool isPaid = stateV2(id) == BountyEscrowV2Base.State.Released;
            uint256 day = (isPaid ? block.timestamp : payableFrom(id)) / 1 days - MIDNIGHT / 1 days;
            vm.assertTrue(day >= before, "in the order of acceptance");
            before = day;
            held[day] += amount;
            vm.assertTrue(held[day] <= dailyLimit(), "within the limit");
        }
    }

    function spendToday() private {
        for (uint256 i; i < 2; i++) {
            release(post(keccak256(abi.encode(block.timestamp, i)), 50e6), STRANGER);
        }
        vm.assertEq(v2.usedToday(), 100e6);
    }
}
