// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {BountyEscrowV2Base} from "../src/BountyEscrowV2Base.sol";
import {EscrowV2Base} from "./EscrowV2Base.sol";

/// Filling the days ahead: what it costs, and how the owner ends it. A limit of 100 a day, bounties of up to 50.
contract DayQueueTest is EscrowV2Base {
    address internal immutable THIEF = address(0x7417EF);
    uint256 internal immutable MIDNIGHT = START - START % 1 days;

    function largest() internal pure override returns (uint256) {
        return 50e6;
    }

    function dailyLimit() internal pure override returns (uint256) {
        return 100e6;
    }

    /// What it costs to delay others: two days in a row are never filled with less than one limit and a unit.
    function testFuzz_to_fill_two_days_takes_more_than_one_limit(uint48[12] memory amounts) public {
        uint256[] memory held = new uint256[](64);
        uint256 last;
        for (uint256 i; i < 12; i++) {
            uint256 amount = bound(amounts[i], 1, largest());
            uint256 id = post(bytes32(i + 1), amount);
            release(id, CONTRIBUTOR);
            bool isPaid = stateV2(id) == BountyEscrowV2Base.State.Released;
            last = (isPaid ? block.timestamp : payableFrom(id)) / 1 days - MIDNIGHT / 1 days;
            held[last] += amount;
        }
        for (uint256 day; day < last; day++) {
            vm.assertTrue(held[day] + held[day + 1] > dailyLimit(), "two days");
            vm.assertTrue(held[day] + largest() > dailyLimit(), "one day");
        }
    }

    /// After a thief or a spammer filled the days ahead: a raise by one unit, which can be taken back at once.
    function test_the_owner_gives_new_acceptances_the_next_day_whatever_is_promised() public {
        release(post("first", 50e6), CONTRIBUTOR);
        release(post("second", 50e6), CONTRIBUTOR);
        uint256[10] memory ids;
        for (uint256 i; i < 10; i++) {
            ids[i] = post(bytes32(i + 1), 50e6);
            release(ids[i], THIEF);
        }
        vm.assertEq(payableFrom(ids[9]), MIDNIGHT + 5 days);
        // Revoking alone frees no day.
        vm.prank(OWNER);
        v2.revokeAcceptances(only(ids[9]));
        uint256 behind = post("behind", 1e6);
        release(behind, CONTRIBUTOR);
        vm.assertEq(payableFrom(behind), MIDNIGHT + 6 days);

        vm.startPrank(OWNER);
        v2.setDailyLimit(100e6 + 1);
        v2.setDailyLimit(100e6);
        vm.stopPrank();
        vm.assertEq(v2.usedToday(), 100e6);
        uint256 next = post("next", 50e6);
        release(next, CONTRIBUTOR);
        vm.assertEq(payableFrom(next), MIDNIGHT + 1 days);
        vm.assertEq(payableFrom(behind), MIDNIGHT + 6 days);
        vm.assertEq(payableFrom(ids[0]), MIDNIGHT + 1 days);
    }
}
