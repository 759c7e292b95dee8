// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";

/// @dev A token that keeps a fee of what arrives, takes more than it is asked to, or calls back during a transfer.
contract HostileToken is ERC20 {
    uint256 public feeOnArrival;
    uint256 public feeOnTop;
    address public target;
    bytes public data;
    bool public callSucceeded;
    bytes public callAnswer;

    constructor() ERC20("Hostile", "H") {}

    function mint(address to, uint256 value) external {
        _mint(to, value);
    }

    function setFee(uint256 onArrival, uint256 onTop) external {
        feeOnArrival = onArrival;
        feeOnTop = onTop;
    }

    function setCall(address target_, bytes calldata data_) external {
        target = target_;
        data = data_;
    }

    function _update(address from, address to, uint256 value) internal override {
        super._update(from, to, value);
        if (from == address(0)) return;
        if (feeOnArrival > 0) super._update(to, address(0xFEE), feeOnArrival);
        if (feeOnTop > 0) super._update(from, address(0xFEE), feeOnTop);
        if (target != address(0)) (callSucceeded, callAnswer) = target.call(data);
    }
}
