// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {SandboxUsdc} from "../src/SandboxUsdc.sol";
import {SandboxUsdcProxy} from "../src/SandboxUsdcProxy.sol";
import {ForgeTest} from "./Vm.sol";

/// @dev USDC as the local chains have it: behind the proxy, minted by this contract.
abstract contract UsdcBase is ForgeTest {
    bytes32 private constant IMPLEMENTATION_SLOT = keccak256("org.zeppelinos.proxy.implementation");

    SandboxUsdc internal usdc;

    function deployUsdc(address where, string memory name) internal {
        vm.etch(where, type(SandboxUsdcProxy).runtimeCode);
        vm.store(where, IMPLEMENTATION_SLOT, bytes32(uint256(uint160(address(new SandboxUsdc())))));
        usdc = SandboxUsdc(where);
        usdc.initialize(name, address(this));
    }
}
