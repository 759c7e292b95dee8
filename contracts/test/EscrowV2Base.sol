// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {BountyEscrow} from "../src/BountyEscrow.sol";
import {BountyEscrowV2} from "../src/BountyEscrowV2.sol";
import {BountyEscrowV2Base} from "../src/BountyEscrowV2Base.sol";
import {EscrowBase} from "./EscrowBase.sol";
import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";

/// @dev The escrow of version 2, as itself (`v2`) and by the functions of version 1 (`escrow`).
abstract contract EscrowV2Base is EscrowBase {
    BountyEscrowV2 internal v2;

    function setUp() public virtual override {
        super.setUp();
        v2 = BountyEscrowV2(address(escrow));
    }

    function deploy(IERC20 token) internal virtual override returns (BountyEscrow) {
        return
            BountyEscrow(address(new BountyEscrowV2(token, OWNER, OPERATOR, GRACE, largest(), dailyLimit())));
    }

    function largest() internal pure virtual override returns (uint256) {
        return type(uint48).max;
    }

    function dailyLimit() internal pure virtual returns (uint256) {
        return type(uint48).max;
    }

    function snapshotName() internal pure virtual override returns (string memory) {
        return "BountyEscrowV2";
    }

    function stateV2(uint256 id) internal view returns (BountyEscrowV2Base.State) {
        return v2.bounty(id).state;
    }

    function assertStateV2(uint256 id, BountyEscrowV2Base.State expected) internal view {
        vm.assertEq(uint256(stateV2(id)), uint256(expected), "state");
    }

    function release(uint256 id, address contributor) internal {
        vm.prank(OPERATOR);
        v2.release(id, contributor, "s");
    }

    function payableFrom(uint256 id) internal view returns (uint256 from) {
        (, from,) = v2.acceptance(id);
    }

    function only(uint256 id) internal pure returns (uint256[] memory ids) {
        ids = new uint256[](1);
        ids[0] = id;
    }
}
