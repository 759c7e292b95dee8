// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {BountyEscrowV2Base} from "./BountyEscrowV2Base.sol";
import {Ownable, Ownable2Step} from "@openzeppelin/contracts/access/Ownable2Step.sol";
import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {Pausable} from "@openzeppelin/contracts/utils/Pausable.sol";
import {ReentrancyGuardTransient} from "@openzeppelin/contracts/utils/ReentrancyGuardTransient.sol";
import {ECDSA} from "@openzeppelin/contracts/utils/cryptography/ECDSA.sol";
import {EIP712} from "@openzeppelin/contracts/utils/cryptography/EIP712.sol";
import {SignatureChecker} from "@openzeppelin/contracts/utils/cryptography/SignatureChecker.sol";

/// @title Holds each bounty's money in one token until it ends, once: released, cancelled or refunded.
/// @notice Version 2: what is released per day (UTC) is limited. A release beyond the day's limit commits the bounty to
/// its contributor and is paid later, by anyone, on the first day that has room. Money that goes back to a payer is
/// never limited or paused.
///
///     posted ........ deadline ........ deadline + grace ........
///     release by the operator .........|
///       `- paid at once, or accepted: pay by anyone from its day on, without an end
///     cancel by the operator, unless accepted ..................
///                    | refund by the operator, unless accepted .
///                                     | refund by anyone, unless accepted
contract BountyEscrowV2 is BountyEscrowV2Base, Ownable2Step, Pausable, ReentrancyGuardTransient, EIP712 {
    using SafeERC20 for IERC20;

    /// @dev What `bounty` answers, in the types of version 1. `contributor` is set while the bounty is `Accepted`.
    struct Bounty {
        address refundTo;
        uint96 amount;
        address contributor;
        uint40 deadline;
        State state;
    }

    uint256 public constant MAX_DURATION = 366 days;
    uint256 public constant MIN_GRACE = 1 hours;
    uint256 public constant MAX_GRACE = 30 days;
    bytes32 public constant REDIRECT_TYPEHASH =
        keccak256("Redirect(uint256 id,address from,address to,uint256 nonce,uint256 deadline)");

    IERC20 public immutable TOKEN;
    /// @notice Seconds after a deadline in which a release that the chain was slow to take still wins.
    uint40 public immutable GRACE;
    /// @notice The largest bounty, and the least daily limit: every acceptance fits into some day.
    uint48 public immutable MAX_AMOUNT;

    mapping(address account => bool) public isOperator;
    /// @notice The bounty of a poster's reference; 0 if it does not exist. Each poster has references of its own, so
    /// nobody can take another's.
    mapping(address poster => mapping(bytes32 ref => uint256 id)) public idOf;
    /// @notice The nonce that the next redirect of a bounty must sign.
    mapping(uint256 id => uint256) public redirectNonce;
    Totals private _totals;
    mapping(uint256 id => StoredBounty) private _bounties;
    mapping(uint256 id => Acceptance) private _acceptances;

    modifier onlyOperator() {
        _requireOperator();
        _;
    }

    /// @param owner sets operators and the daily limit, revokes unpaid acceptances, pauses posting, sweeps surplus; meant
    /// to be a multi-signature account
    /// @param operator the service's key: releases, cancels, refunds early
    constructor(
        IERC20 token,
        address owner,
        address operator,
        uint40 grace,
        uint256 maxAmount,
        uint256 dailyLimit_
    ) Ownable(owner) EIP712("BountyEscrow", "2") {
        if (address(token).code.length == 0) revert BadToken(address(token));
        if (grace < MIN_GRACE || grace > MAX_GRACE) revert BadGrace(grace);
        if (maxAmount == 0 || maxAmount > type(uint48).max) revert BadAmount(maxAmount);
        TOKEN = token;
        GRACE = grace;
        // Checked above.
        // forge-lint: disable-next-line(unsafe-typecast)
        MAX_AMOUNT = uint48(maxAmount);
        _setOperator(operator, true);
        _setDailyLimit(dailyLimit_, maxAmount);
    }

    // ------------------------------------------------------------------- views

    /// @notice All zero for an id that was never posted.
    function bounty(uint256 id) external view returns (Bounty memory) {
        StoredBounty storage b = _bounties[id];
        return Bounty(b.refundTo, b.amount, _acceptances[id].contributor, b.deadline, b.state);
    }

    /// @notice Who is to be paid, from when (seconds since the epoch), and for what, while a bounty is `Accepted`.
    function acceptance(uint256 id)
        external
        view
        returns (address contributor, uint256 payableFrom, bytes32 submission)
    {
        Acceptance storage a = _acceptances[id];
        return (a.contributor, uint256(a.day) * 1 days, a.submission);
    }

    /// @notice How many bounties were ever posted; their ids are 1 to this.
    function bountyCount() external view returns (uint256) {
        return _totals.count;
    }

    /// @notice What is owed to open and accepted bounties, atomic units.
    function totalOpen() external view returns (uint256) {
        return _totals.owed;
    }

    /// @notice How much can be released per day (UTC), atomic units.
    function dailyLimit() external view returns (uint256) {
        return _totals.dailyLimit;
    }

    /// @notice How much of today's limit is taken; all of it while later days are being assigned.
    function usedToday() external view returns (uint256) {
        Totals storage t = _totals;
        uint256 today = _today();
        if (t.lastDay < today) return 0;
        return t.lastDay == today ? t.lastDayUsed : t.dailyLimit;
    }

    // ----------------------------------------------------------------- posting

    /// @notice Takes `amount` from the caller's allowance. A reference works only once, even with other terms, so a
    /// retry with a recomputed deadline cannot post twice.
    /// @param refundTo who gets the money unless a contributor does; only its own signature changes it
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
        if (amount == 0 || amount > MAX_AMOUNT) revert BadAmount(amount);
        uint256 latest = block.timestamp + MAX_DURATION;
        if (deadline <= block.timestamp || deadline > latest) revert BadDeadline(deadline, latest);

        // At most MAX_AMOUNT, which fits.
        // forge-lint: disable-next-line(unsafe-typecast)
        uint48 stored = uint48(amount);
        Totals storage t = _totals;
        id = ++t.count;
        t.owed += stored;
        idOf[msg.sender][ref] = id;
        _bounties[id] = StoredBounty(refundTo, stored, deadline, State.Open);
        emit BountyPosted(id, msg.sender, ref, refundTo, amount, deadline);

        uint256 before = TOKEN.balanceOf(address(this));
        TOKEN.safeTransferFrom(msg.sender, address(this), amount);
        uint256 received = TOKEN.balanceOf(address(this)) - before;
        if (received != amount) revert TransferMismatch(received, amount);
    }

    // ------------------------------------------------------------------- exits

    /// @notice Gives the bounty to the contributor, before `deadline + GRACE`, and pays if today's limit has room.
    /// Otherwise, and when the token refuses the contributor, the bounty is `Accepted` and `pay` pays it later.
    /// @param submission the service's reference of the accepted submission, for the log
    function release(uint256 id, address contributor, bytes32 submission) external nonReentrant onlyOperator {
        _requireRecipient(contributor);
        StoredBounty storage b = _bounties[id];
        if (b.state != State.Open) revert NotOpen(id, b.state);
        uint256 end = uint256(b.deadline) + GRACE;
        if (block.timestamp >= end) revert TooLate(id, end);
        uint256 day = _assignDay(b.amount);
        if (day == _today()) {
            // A call to itself, so that a transfer that is refused undoes the payment and not the acceptance.
            try this.payNow(id, contributor, submission) {
                return;
            } catch {}
        }
        b.state = State.Accepted;
        // Days fit until the year 2149.
        // forge-lint: disable-next-line(unsafe-typecast)
        _acceptances[id] = Acceptance(contributor, uint16(day), submission);
        emit BountyAccepted(id, contributor, submission, b.amount, day * 1 days);
    }

    /// @notice Pays an accepted bounty, from its day on, or today if a raised limit has made room. For anyone to call.
    function pay(uint256 id) external nonReentrant {
        StoredBounty storage b = _bounties[id];
        if (b.state != State.Accepted) revert NotAccepted(id, b.state);
        Acceptance memory a = _acceptances[id];
        uint256 today = _today();
        if (a.day > today && _assignDay(b.amount) > today) revert TooEarly(id, uint256(a.day) * 1 days);
        delete _acceptances[id];
        _release(id, a.contributor, a.submission);
    }

    /// @notice Part of `release`, which calls it on this contract. Nobody else can.
    function payNow(uint256 id, address contributor, bytes32 submission) external {
        if (msg.sender != address(this)) revert NotSelf(msg.sender);
        _release(id, contributor, submission);
    }

    /// @notice Gives the money back, at any time while the bounty is open.
    function cancel(uint256 id) external nonReentrant onlyOperator {
        (address refundTo, uint256 amount) = _giveBack(id, State.Cancelled);
        emit BountyCancelled(id, refundTo, amount);
        _transfer(refundTo, amount);
    }

    /// @notice Gives the money back from the deadline on, or, for anyone, from `deadline + GRACE` on: it needs nobody's
    /// permission when the service is gone.
    function refund(uint256 id) external nonReentrant {
        (address refundTo, uint256 amount) = _giveBack(id, State.Refunded);
        uint256 start = uint256(_bounties[id].deadline) + (isOperator[msg.sender] ? 0 : GRACE);
        if (block.timestamp < start) revert TooEarly(id, start);
        emit BountyRefunded(id, refundTo, amount, msg.sender);
        _transfer(refundTo, amount);
    }

    /// @notice Names another address for what is owed, by the signature of the one it is owed to: the contributor while
    /// the bounty is `Accepted`, `refundTo` while it is `Open`. For anyone to submit.
    /// @param to gets the money instead, and signs for a further change
    /// @param deadline the last second in which the signature is taken
    /// @param signature EIP-712, of type `Redirect`, by a key or by a contract account (ERC-1271)
    function redirect(uint256 id, address to, uint256 deadline, bytes calldata signature)
        external
        nonReentrant
    {
        _requireRecipient(to);
        if (block.timestamp > deadline) revert SignatureExpired(deadline);
        StoredBounty storage b = _bounties[id];
        bool isAccepted = b.state == State.Accepted;
        if (!isAccepted && b.state != State.Open) revert NotOpen(id, b.state);
        address from = isAccepted ? _acceptances[id].contributor : b.refundTo;
        bytes32 digest = _hashTypedDataV4(
            keccak256(abi.encode(REDIRECT_TYPEHASH, id, from, to, redirectNonce[id]++, deadline))
        );
        if (!_isSignedBy(from, digest, signature)) revert BadSignature(from);
        if (isAccepted) _acceptances[id].contributor = to;
        else b.refundTo = to;
        emit BountyRedirected(id, from, to);
    }

    // ------------------------------------------------------------------- owner

    function setOperator(address operator, bool allowed) external onlyOwner {
        _setOperator(operator, allowed);
    }

    /// @notice In force at once. A raise makes room today, even if later days are promised already, for new releases
    /// and for `pay`. Days that were assigned before stay assigned.
    function setDailyLimit(uint256 limit) external onlyOwner {
        _setDailyLimit(limit, MAX_AMOUNT);
    }

    /// @notice Undoes acceptances that are not paid yet: those of a stolen operator key. The bounties are open again,
    /// with at least `GRACE` from now until anyone can refund them.
    function revokeAcceptances(uint256[] calldata ids) external onlyOwner {
        for (uint256 i; i < ids.length; i++) {
            uint256 id = ids[i];
            StoredBounty storage b = _bounties[id];
            if (b.state != State.Accepted) revert NotAccepted(id, b.state);
            b.state = State.Open;
            if (b.deadline < block.timestamp) b.deadline = uint40(block.timestamp);
            emit AcceptanceRevoked(id, _acceptances[id].contributor);
            delete _acceptances[id];
        }
    }

    /// @notice Stops posting, and nothing else.
    function pause() external onlyOwner {
        _pause();
    }

    function unpause() external onlyOwner {
        _unpause();
    }

    /// @notice Takes out what was sent here by mistake; what bounties are owed is out of reach.
    function sweep(IERC20 token, address to) external nonReentrant onlyOwner {
        _requireRecipient(to);
        uint256 amount = token.balanceOf(address(this));
        if (address(token) == address(TOKEN)) amount -= _totals.owed;
        emit SurplusSwept(address(token), to, amount);
        token.safeTransfer(to, amount);
    }

    /// @notice Always refused: only an owner can remove a stolen operator key or unpause posting.
    function renounceOwnership() public view override onlyOwner {
        revert OwnershipRequired();
    }

    // ---------------------------------------------------------------- internal

    /// @dev The first day with room for `amount`, today or later, now taken.
    function _assignDay(uint256 amount) private returns (uint256 day) {
        Totals storage t = _totals;
        (day, amount) = _nextRoom(t, amount);
        // Days fit until the year 2149, and `amount` is at most the limit.
        // forge-lint: disable-next-line(unsafe-typecast)
        (t.lastDay, t.lastDayUsed) = (uint16(day), uint48(amount));
    }

    function _nextRoom(Totals storage t, uint256 amount) private view returns (uint256 day, uint256 used) {
        uint256 today = _today();
        if (t.lastDay < today) return (today, amount);
        used = t.lastDayUsed + amount;
        return used > t.dailyLimit ? (uint256(t.lastDay) + 1, amount) : (t.lastDay, used);
    }

    function _release(uint256 id, address contributor, bytes32 submission) private {
        uint256 amount = _close(id, State.Released);
        emit BountyReleased(id, contributor, submission, amount);
        _transfer(contributor, amount);
    }

    function _giveBack(uint256 id, State end) private returns (address refundTo, uint256 amount) {
        StoredBounty storage b = _bounties[id];
        if (b.state != State.Open) revert NotOpen(id, b.state);
        refundTo = b.refundTo;
        amount = _close(id, end);
    }

    function _close(uint256 id, State end) private returns (uint256) {
        StoredBounty storage b = _bounties[id];
        b.state = end;
        _totals.owed -= b.amount;
        return b.amount;
    }

    function _transfer(address to, uint256 amount) private {
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

    function _setDailyLimit(uint256 limit, uint256 least) private {
        if (limit < least || limit > type(uint48).max) revert BadLimit(limit);
        Totals storage t = _totals;
        uint256 today = _today();
        // Days ahead are assigned, so today is full: it gets what the limit is raised by.
        if (limit > t.dailyLimit && t.lastDay > today) {
            // Days fit until the year 2149.
            // forge-lint: disable-next-line(unsafe-typecast)
            (t.lastDay, t.lastDayUsed) = (uint16(today), t.dailyLimit);
        }
        // Checked above.
        // forge-lint: disable-next-line(unsafe-typecast)
        t.dailyLimit = uint48(limit);
        emit DailyLimitSet(limit);
    }

    /// @dev A key's own signature counts for an account with code too: EIP-7702 gives code to accounts with keys.
    function _isSignedBy(address signer, bytes32 digest, bytes calldata signature)
        private
        view
        returns (bool)
    {
        (address recovered, ECDSA.RecoverError problem,) = ECDSA.tryRecoverCalldata(digest, signature);
        if (problem == ECDSA.RecoverError.NoError && recovered == signer) return true;
        return SignatureChecker.isValidERC1271SignatureNow(signer, digest, signature);
    }

    function _today() private view returns (uint256) {
        return block.timestamp / 1 days;
    }

    function _requireOperator() private view {
        if (!isOperator[msg.sender]) revert NotOperator(msg.sender);
    }

    /// @dev Paid to itself, a bounty's money would become surplus.
    function _requireRecipient(address recipient) private view {
        if (recipient == address(0) || recipient == address(this)) revert BadRecipient(recipient);
    }
}
