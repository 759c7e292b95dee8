// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

/// @dev The types, events and errors of the escrow of version 2. Those of version 1 keep their signatures.
abstract contract BountyEscrowV2Base {
    enum State {
        None,
        Open,
        Released,
        Cancelled,
        Refunded,
        // Committed to a contributor who is not paid yet.
        Accepted
    }

    /// @dev One word.
    struct StoredBounty {
        address refundTo;
        uint48 amount;
        uint40 deadline;
        State state;
    }

    struct Acceptance {
        address contributor;
        uint16 day;
        bytes32 submission;
    }

    /// @dev One word. Days are counted from the epoch.
    struct Totals {
        // Owed to open and accepted bounties.
        uint64 owed;
        uint48 count;
        uint48 dailyLimit;
        // The last day that releases were assigned to, and how much of it they take. Days before it are full.
        uint16 lastDay;
        uint48 lastDayUsed;
    }

    event OperatorSet(address indexed operator, bool allowed);
    event DailyLimitSet(uint256 limit);
    event BountyPosted(
        uint256 indexed id,
        address indexed poster,
        bytes32 indexed ref,
        address refundTo,
        uint256 amount,
        uint256 deadline
    );
    /// @notice Committed and not paid: the day's limit was reached, or the token refused the contributor.
    event BountyAccepted(
        uint256 indexed id,
        address indexed contributor,
        bytes32 indexed submission,
        uint256 amount,
        uint256 payableFrom
    );
    event AcceptanceRevoked(uint256 indexed id, address indexed contributor);
    event BountyRedirected(uint256 indexed id, address indexed from, address indexed to);
    event BountyReleased(
        uint256 indexed id, address indexed contributor, bytes32 indexed submission, uint256 amount
    );
    event BountyCancelled(uint256 indexed id, address indexed refundTo, uint256 amount);
    event BountyRefunded(uint256 indexed id, address indexed refundTo, uint256 amount, address caller);
    event SurplusSwept(address indexed token, address indexed to, uint256 amount);

    error NotOperator(address caller);
    error NotSelf(address caller);
    error BadToken(address token);
    error BadGrace(uint256 grace);
    error BadRecipient(address recipient);
    error BadAmount(uint256 amount);
    error BadDeadline(uint256 deadline, uint256 latest);
    error BadLimit(uint256 limit);
    error BadSignature(address signer);
    error SignatureExpired(uint256 deadline);
    error AlreadyPosted(uint256 id);
    error NotOpen(uint256 id, State state);
    error NotAccepted(uint256 id, State state);
    error TooLate(uint256 id, uint256 end);
    error TooEarly(uint256 id, uint256 start);
    error TransferMismatch(uint256 moved, uint256 expected);
    error OwnershipRequired();
}
