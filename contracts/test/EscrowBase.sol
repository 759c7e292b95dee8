// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {BountyEscrow} from "../src/BountyEscrow.sol";
import {UsdcBase} from "./UsdcBase.sol";
import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";

abstract contract EscrowBase is UsdcBase {
    uint40 internal constant GRACE = 3 days;
    uint256 internal constant START = 1_800_000_000;
    uint256 internal constant FUNDS = 1e15;

    address internal immutable OWNER = address(0xA11CE);
    address internal immutable OPERATOR = address(0x0B0E);
    address internal immutable TREASURY = address(0x7EA5);
    address internal immutable BUYER = address(0xB47E4);
    address internal immutable CONTRIBUTOR = address(0xC0C0);
    address internal immutable STRANGER = address(0x57A6);

    BountyEscrow internal escrow;

    function setUp() public virtual {
        vm.warp(START);
        deployUsdc(0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913, "USD Coin");
        escrow = deploy(IERC20(address(usdc)));
        usdc.mint(TREASURY, FUNDS);
        vm.prank(TREASURY);
        usdc.approve(address(escrow), type(uint256).max);
    }

    /// @dev Version 2 answers to the functions of version 1, so its tests inherit these and override this.
    function deploy(IERC20 token) internal virtual returns (BountyEscrow) {
        return new BountyEscrow(token, OWNER, OPERATOR, GRACE);
    }

    /// @dev The largest amount that can be posted.
    function largest() internal pure virtual returns (uint256) {
        return type(uint96).max;
    }

    /// @dev The group of gas snapshots.
    function snapshotName() internal pure virtual returns (string memory) {
        return "BountyEscrow";
    }

    /// @dev Posted by the treasury, refunded to the buyer, due in a day.
    function post(bytes32 ref, uint256 amount) internal returns (uint256) {
        vm.prank(TREASURY);
        return escrow.post(ref, BUYER, amount, tomorrow());
    }

    function tomorrow() internal view returns (uint40) {
        return uint40(block.timestamp + 1 days);
    }

    function stateOf(uint256 id) internal view returns (BountyEscrow.State) {
        return escrow.bounty(id).state;
    }

    function assertState(uint256 id, BountyEscrow.State expected) internal view {
        vm.assertEq(uint256(stateOf(id)), uint256(expected), "state");
    }

    function expectNotOpen(uint256 id, BountyEscrow.State state) internal {
        vm.expectRevert(abi.encodeWithSelector(BountyEscrow.NotOpen.selector, id, state));
    }
}
