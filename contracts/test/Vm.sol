// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

/// @dev What the tests use of forge's cheatcodes; small enough to do without a library.
interface Vm {
    function addr(uint256 privateKey) external pure returns (address);
    function assertEq(address left, address right) external pure;
    function assertEq(address left, address right, string calldata message) external pure;
    function assertEq(bool left, bool right) external pure;
    function assertEq(bool left, bool right, string calldata message) external pure;
    function assertEq(bytes32 left, bytes32 right) external pure;
    function assertEq(bytes32 left, bytes32 right, string calldata message) external pure;
    function assertEq(string calldata left, string calldata right) external pure;
    function assertEq(uint256 left, uint256 right) external pure;
    function assertEq(uint256 left, uint256 right, string calldata message) external pure;
    function assertTrue(bool condition, string calldata message) external pure;
    function assume(bool condition) external pure;
    function chainId(uint256 id) external;
    function etch(address target, bytes calldata code) external;
    function expectEmit(address emitter) external;
    function expectRevert(bytes calldata data) external;
    function parseJsonBytes(string calldata json, string calldata key) external pure returns (bytes memory);
    function parseJsonBytes32(string calldata json, string calldata key) external pure returns (bytes32);
    function parseJsonBytes32Array(string calldata json, string calldata key)
        external
        pure
        returns (bytes32[] memory);
    function parseJsonUint(string calldata json, string calldata key) external pure returns (uint256);
    function prank(address sender) external;
    function readFile(string calldata path) external view returns (string memory);
    function sign(uint256 privateKey, bytes32 digest) external pure returns (uint8 v, bytes32 r, bytes32 s);
    function snapshotGasLastCall(string calldata group, string calldata name) external returns (uint256);
    function startPrank(address sender) external;
    function stopPrank() external;
    function store(address target, bytes32 slot, bytes32 value) external;
    function toString(uint256 value) external pure returns (string memory);
    function warp(uint256 timestamp) external;
}

abstract contract ForgeTest {
    bool public constant IS_TEST = true;
    // forge-lint: disable-next-line(screaming-snake-case-const)
    Vm internal constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);

    function bound(uint256 value, uint256 low, uint256 high) internal pure returns (uint256) {
        return value >= low && value <= high ? value : low + value % (high - low + 1);
    }
}
