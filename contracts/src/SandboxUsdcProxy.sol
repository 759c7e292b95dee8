// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

/// @title What stands at USDC's address on the local chains: forwards everything, as Circle's proxy does.
/// @notice Never deployed outside a sandbox. The slot is the one Circle's proxy uses; the sandbox writes it.
contract SandboxUsdcProxy {
    fallback() external {
        assembly ("memory-safe") {
            // keccak256("org.zeppelinos.proxy.implementation")
            let implementation := sload(0x7050c9e0f4ca769c69bd3a8ef740bc37934f8e2c036e5a723fd8ee048ed3f8c3)
            let data := mload(0x40)
            calldatacopy(data, 0, calldatasize())
            let success := delegatecall(gas(), implementation, data, calldatasize(), 0, 0)
            returndatacopy(data, 0, returndatasize())
            if success { return(data, returndatasize()) }
            revert(data, returndatasize())
        }
    }
}
