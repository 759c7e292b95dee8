// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {BountyEscrowV2} from "../src/BountyEscrowV2.sol";
import {EscrowV2Base} from "./EscrowV2Base.sol";
import {HostileToken} from "./HostileToken.sol";
import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {ReentrancyGuardTransient} from "@openzeppelin/contracts/utils/ReentrancyGuardTransient.sol";

contract ReentrancyV2Test is EscrowV2Base {
    /// A token that calls back during a payment gets into nothing, even as owner and operator.
    function test_no_function_can_be_entered_from_a_payment() public {
        HostileToken token = new HostileToken();
        BountyEscrowV2 other = BountyEscrowV2(address(deploy(IERC20(address(token)))));
        token.mint(address(this), 1_000e6);
        token.approve(address(other), type(uint256).max);
        vm.startPrank(OWNER);
        other.setOperator(address(token), true);
        other.transferOwnership(address(token));
        vm.stopPrank();
        vm.prank(address(token));
        other.acceptOwnership();
        uint256 open = other.post("open", BUYER, 50e6, tomorrow());
        other.post("spent", BUYER, 50e6, tomorrow());
        uint256 waiting = other.post("waiting", BUYER, 50e6, tomorrow());
        vm.startPrank(OPERATOR);
        token.setFee(0, 1);
        other.release(waiting, address(token), "s");
        token.setFee(0, 0);
        vm.stopPrank();
        bytes[7] memory calls = [
            abi.encodeCall(BountyEscrowV2.release, (open, address(token), "s")),
            abi.encodeCall(BountyEscrowV2.pay, (waiting)),
            abi.encodeCall(BountyEscrowV2.cancel, (open)),
            abi.encodeCall(BountyEscrowV2.refund, (open)),
            abi.encodeCall(BountyEscrowV2.post, ("z", BUYER, 1, tomorrow())),
            abi.encodeCall(BountyEscrowV2.redirect, (open, address(token), block.timestamp, "")),
            abi.encodeCall(BountyEscrowV2.sweep, (IERC20(address(token)), address(token)))
        ];
        for (uint256 i; i < calls.length; i++) {
            token.setCall(address(0), "");
            uint256 id = other.post(bytes32(i + 10), BUYER, 1e6, tomorrow());
            token.setCall(address(other), calls[i]);
            vm.prank(OPERATOR);
            other.release(id, CONTRIBUTOR, "s");
            assertRefused(token);
            vm.assertEq(token.balanceOf(CONTRIBUTOR), (i + 1) * 1e6);
        }
        token.setCall(address(other), calls[2]);
        other.pay(waiting);
        assertRefused(token);
        // Its own payment function takes nobody else's call.
        token.setCall(address(other), abi.encodeCall(BountyEscrowV2.payNow, (open, address(token), "s")));
        vm.prank(OPERATOR);
        other.cancel(open);
        vm.assertEq(token.callSucceeded(), false);
        vm.assertEq(other.totalOpen(), 50e6);
        vm.assertEq(token.balanceOf(address(other)), 50e6);
    }

    function assertRefused(HostileToken token) private view {
        vm.assertEq(token.callSucceeded(), false);
        vm.assertEq(
            bytes32(token.callAnswer()),
            bytes32(ReentrancyGuardTransient.ReentrancyGuardReentrantCall.selector)
        );
    }
}
