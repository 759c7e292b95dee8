// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {Ownable, Ownable2Step} from "@openzeppelin/contracts/access/Ownable2Step.sol";
import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {Pausable} from "@openzeppelin/contracts/utils/Pausable.sol";
import {ReentrancyGuardTransient} from "@openzeppelin/contracts/utils/ReentrancyGuardTransient.sol";

/// @title Holds each bounty's money in one token until it ends, once: released, cancelled or refunded.
/// @notice Money leaves an open bounty only to the contributor the operator names or to the address chosen when it was
/// posted. Exits cannot be paused, and after `deadline + grace` anyone can send the money back.
///
///     posted ........ deadline ........ deadline + grace ........
///     release by the operator .........|
///     cancel by the operator ...................................
///                    | refund by the operator ..................
///                                     | refund by anyone .......
contract BountyEscrow is Ownable2Step, Pausable, ReentrancyGuardTransient {
    using SafeERC20 for IERC20;

    enum State {
        None,
        Open,
        Released,
        Cancelled,
        Refunded
    }

    struct Bounty {
        address refundTo;
        uint96 amount;
        address contributor;
        uint40 deadline;
        State state;
    }

    uint256 public constant MAX_DURATION = 366 days;

    IERC20 public immutable TOKEN;
    /// @notice Seconds after a deadline in which a release that the chain was slow to take still wins.
    uint40 public immutable GRACE;

    /// @notice How many bounties were ever posted; their ids are 1 to this.
    uint256 public bountyCount;
    /// @notice What is owed to open bounties, atomic units.
    uint256 public totalOpen;
    mapping(address account => bool) public isOperator;
    /// @notice The bounty of a poster's reference; 0 if it does not exist. Each poster has references of its own, so
    /// nobody can take another's.
    mapping(address poster => mapping(bytes32 ref => uint256 id)) public idOf;
    mapping(uint256 id => Bounty) private _bounties;

    event OperatorSet(address indexed operator, bool allowed);
    event BountyPosted(
        uint256 indexed id,
        address indexed poster,
        bytes32 indexed ref,
        address refundTo,
        uint256 amount,
        uint256 deadline
    );
    event BountyReleased(
        uint256 indexed id, address indexed contributor, bytes32 indexed submission, uint256 amount
    );
    event BountyCancelled(uint256 indexed id, address indexed refundTo, uint256 amount);
    event BountyRefunded(uint256 indexed id, address indexed refundTo, uint256 amount, address caller);
    event SurplusSwept(address indexed token, address indexed to, uint256 amount);

    error NotOperator(address caller);
    error BadToken(address token);
    error BadRecipient(address recipient);
    error BadAmount(uint256 amount);
    error BadDeadline(uint256 deadline, uint256 latest);
    error AlreadyPosted(uint256 id);
    error NotOpen(uint256 id, State state);
    error TooLate(uint256 id, uint256 end);
    error TooEarly(uint256 id, uint256 start);
    error TransferMismatch(uint256 moved, uint256 expected);

    modifier onlyOperator() {
        _requireOperator();
        _;
    }

    /// @param owner sets operators, pauses posting, sweeps surplus; meant to be a multi-signature account
    /// @param operator the service's key: releases, cancels, refunds early
    constructor(IERC20 token, address owner, address operator, uint40 grace) Ownable(owner) {
        if (address(token).code.length == 0) revert BadToken(address(token));
        TOKEN = token;
        GRACE = grace;
        _setOperator(operator, true);
    }

    // ------------------------------------------------------------------- views

    /// @notice All zero for an id that was never posted.
    function bounty(uint256 id) external view returns (Bounty memory) {
        return _bounties[id];
    }

    // ----------------------------------------------------------------- posting

    /// @notice Takes `amount` from the caller's allowance. A reference works only once, even with other terms, so a
    /// retry with a recomputed deadline cannot post twice.
    /// @param refundTo who gets the money unless a contributor does; cannot be changed later
    /// @param deadline seconds since the epoch
    function post(bytes32 ref, address refundTo, uint256 amount, uint40 deadline)
        external
        nonReentrant
        whenNotPaused
        returns (uint256 id)
    {
        id = idOf[msg.sender][ref];
        if (id != 0) revert AlreadyPosted(id);
        _requireRecipient(refundTo);
        if (amount == 0 || amount > type(uint96).max) revert BadAmount(amount);
        uint256 latest = block.timestamp + MAX_DURATION;
        if (deadline <= block.timestamp || deadline > latest) revert BadDeadline(deadline, latest);

        id = ++bountyCount;
        idOf[msg.sender][ref] = id;
        Bounty storage b = _bounties[id];
        b.refundTo = refundTo;
        // Checked above.
        // forge-lint: disable-next-line(unsafe-typecast)
        b.amount = uint96(amount);
        b.deadline = deadline;
        b.state = State.Open;
        totalOpen += amount;
        emit BountyPosted(id, msg.sender, ref, refundTo, amount, deadline);

        uint256 before = TOKEN.balanceOf(address(this));
        TOKEN.safeTransferFrom(msg.sender, address(this), amount);
        uint256 received = TOKEN.balanceOf(address(this)) - before;
        if (received != amount) revert TransferMismatch(received, amount);
    }

    // ------------------------------------------------------------------- exits

    /// @notice Pays the contributor, before `deadline + GRACE`.
    /// @param submission the service's reference of the accepted submission, for the log
    function release(uint256 id, address contributor, bytes32 submission) external nonReentrant onlyOperator {
        _requireRecipient(contributor);
        uint256 amount = _close(id, State.Released);
        Bounty storage b = _bounties[id];
        uint256 end = uint256(b.deadline) + GRACE;
        if (block.timestamp >= end) revert TooLate(id, end);
        b.contributor = contributor;
        emit BountyReleased(id, contributor, submission, amount);
        _pay(contributor, amount);
    }

    /// @notice Gives the money back, at any time while the bounty is open.
    function cancel(uint256 id) external nonReentrant onlyOperator {
        uint256 amount = _close(id, State.Cancelled);
        address refundTo = _bounties[id].refundTo;
        emit BountyCancelled(id, refundTo, amount);
        _pay(refundTo, amount);
    }

    /// @notice Gives the money back from the deadline on, or, for anyone, from `deadline + GRACE` on: it needs nobody's
    /// permission when the service is gone.
    function refund(uint256 id) external nonReentrant {
        uint256 amount = _close(id, State.Refunded);
        Bounty storage b = _bounties[id];
        uint256 start = uint256(b.deadline) + (isOperator[msg.sender] ? 0 : GRACE);
        if (block.timestamp < start) revert TooEarly(id, start);
        address refundTo = b.refundTo;
        emit BountyRefunded(id, refundTo, amount, msg.sender);
        _pay(refundTo, amount);
    }

    // ------------------------------------------------------------------- owner

    function setOperator(address operator, bool allowed) external onlyOwner {
        _setOperator(operator, allowed);
    }

    /// @notice Stops posting, and nothing else.
    function pause() external onlyOwner {
        _pause();
    }

    function unpause() external onlyOwner {
        _unpause();
    }

    /// @notice Takes out what was sent here by mistake; what open bounties are owed is out of reach.
    function sweep(IERC20 token, address to) external nonReentrant onlyOwner {
        _requireRecipient(to);
        uint256 amount = token.balanceOf(address(this));
        if (address(token) == address(TOKEN)) amount -= totalOpen;
        emit SurplusSwept(address(token), to, amount);
        token.safeTransfer(to, amount);
    }

    // ---------------------------------------------------------------- internal

    function _close(uint256 id, State end) private returns (uint256 amount) {
        Bounty storage b = _bounties[id];
        if (b.state != State.Open) revert NotOpen(id, b.state);
        b.state = end;
        amount = b.amount;
        totalOpen -= amount;
    }

    function _pay(address to, uint256 amount) private {
        uint256 before = TOKEN.balanceOf(address(this));
        TOKEN.safeTransfer(to, amount);
        uint256 sent = before - TOKEN.balanceOf(address(this));
        if (sent != amount) revert TransferMismatch(sent, amount);
    }

    function _setOperator(address operator, bool allowed) private {
        if (operator == address(0)) revert BadRecipient(operator);
        isOperator[operator] = allowed;
        emit OperatorSet(operator, allowed);
    }

    function _requireOperator() private view {
        if (!isOperator[msg.sender]) revert NotOperator(msg.sender);
    }

    /// @dev Paid to itself, a bounty's money would become surplus.
    function _requireRecipient(address recipient) private view {
        if (recipient == address(0) || recipient == address(this)) revert BadRecipient(recipient);
    }
}
