// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {BountyEscrow} from "../src/BountyEscrow.sol";
import {EscrowBase} from "./EscrowBase.sol";
import {HostileToken} from "./HostileToken.sol";
import {Ownable} from "@openzeppelin/contracts/access/Ownable.sol";
import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";

contract OwnerTest is EscrowBase {
    function test_sweep_takes_the_surplus_and_never_an_open_bounty() public {
        uint256 id = post("a", 4e6);
        usdc.mint(address(escrow), 9);
        vm.prank(OWNER);
        vm.expectEmit(address(escrow));
        emit BountyEscrow.SurplusSwept(address(usdc), OWNER, 9);
        escrow.sweep(IERC20(address(usdc)), OWNER);
        vm.assertEq(usdc.balanceOf(OWNER), 9);
        vm.prank(OWNER);
        escrow.sweep(IERC20(address(usdc)), OWNER);
        vm.assertEq(usdc.balanceOf(OWNER), 9);
        vm.prank(OPERATOR);
        escrow.release(id, CONTRIBUTOR, "s");
        vm.assertEq(usdc.balanceOf(CONTRIBUTOR), 4e6);
    }

    function test_sweep_takes_all_of_another_token() public {
        HostileToken other = new HostileToken();
        other.mint(address(escrow), 5);
        post("a", 4e6);
        vm.startPrank(OWNER);
        vm.expectRevert(abi.encodeWithSelector(BountyEscrow.BadRecipient.selector, address(0)));
        escrow.sweep(IERC20(address(other)), address(0));
        escrow.sweep(IERC20(address(other)), STRANGER);
        vm.stopPrank();
        vm.assertEq(other.balanceOf(STRANGER), 5);
    }

    function testFuzz_only_the_owner_governs(address caller) public {
        vm.assume(caller != OWNER);
        bytes memory refused = abi.encodeWithSelector(Ownable.OwnableUnauthorizedAccount.selector, caller);
        vm.startPrank(caller);
        vm.expectRevert(refused);
        escrow.setOperator(caller, true);
        vm.expectRevert(refused);
        escrow.pause();
        vm.expectRevert(refused);
        escrow.unpause();
        vm.expectRevert(refused);
        escrow.sweep(IERC20(address(usdc)), caller);
        vm.expectRevert(refused);
        escrow.transferOwnership(caller);
        vm.stopPrank();
    }

    function test_the_owner_is_no_operator_and_reaches_no_bounty() public {
        uint256 id = post("a", 1e6);
        vm.startPrank(OWNER);
        vm.expectRevert(abi.encodeWithSelector(BountyEscrow.NotOperator.selector, OWNER));
        escrow.release(id, OWNER, "s");
        vm.expectRevert(abi.encodeWithSelector(BountyEscrow.NotOperator.selector, OWNER));
        escrow.cancel(id);
        vm.stopPrank();
    }

    function test_an_operator_can_be_replaced() public {
        uint256 id = post("a", 1e6);
        vm.startPrank(OWNER);
        vm.expectEmit(address(escrow));
        emit BountyEscrow.OperatorSet(STRANGER, true);
        escrow.setOperator(STRANGER, true);
        escrow.setOperator(OPERATOR, false);
        vm.expectRevert(abi.encodeWithSelector(BountyEscrow.BadRecipient.selector, address(0)));
        escrow.setOperator(address(0), true);
        vm.stopPrank();
        vm.prank(OPERATOR);
        vm.expectRevert(abi.encodeWithSelector(BountyEscrow.NotOperator.selector, OPERATOR));
        escrow.release(id, CONTRIBUTOR, "s");
        vm.prank(STRANGER);
        escrow.release(id, CONTRIBUTOR, "s");
    }

    function test_ownership_moves_only_when_the_new_owner_accepts() public {
        vm.prank(OWNER);
        escrow.transferOwnership(STRANGER);
        vm.assertEq(escrow.owner(), OWNER);
        vm.prank(STRANGER);
        escrow.acceptOwnership();
        vm.assertEq(escrow.owner(), STRANGER);
    }

    /// With every key lost, the money still goes home.
    function test_without_owner_and_operator_everything_is_refunded() public virtual {
        uint256 id = post("a", 1e6);
        vm.startPrank(OWNER);
        escrow.setOperator(OPERATOR, false);
        escrow.renounceOwnership();
        vm.stopPrank();
        vm.warp(START + 1 days + GRACE);
        vm.prank(STRANGER);
        escrow.refund(id);
        vm.assertEq(usdc.balanceOf(BUYER), 1e6);
    }
}
