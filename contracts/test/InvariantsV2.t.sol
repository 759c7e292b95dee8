// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {BountyEscrow} from "../src/BountyEscrow.sol";
import {BountyEscrowV2} from "../src/BountyEscrowV2.sol";
import {BountyEscrowV2Base} from "../src/BountyEscrowV2Base.sol";
import {SandboxUsdc} from "../src/SandboxUsdc.sol";
import {EscrowBase} from "./EscrowBase.sol";
import {EscrowV2Base} from "./EscrowV2Base.sol";
import {Handler, InvariantsTest} from "./Invariants.t.sol";
import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";

/// @dev Adds acceptances, their payment and revocation, and a changing limit, with books of what each day may release.
contract HandlerV2 is Handler {
    BountyEscrowV2 private immutable V2;

    uint256 public limit;
    /// Releases assigned to a day since the last raise.
    mapping(uint256 era => mapping(uint256 day => uint256)) public assigned;
    uint256 public era;
    mapping(uint256 id => address) public acceptedFor;
    mapping(uint256 id => uint256) public dayOf;
    uint256 public paidLater;

    constructor(SandboxUsdc usdc, BountyEscrow escrow, address owner, address operator)
        Handler(usdc, escrow, owner, operator)
    {
        V2 = BountyEscrowV2(address(escrow));
        limit = V2.dailyLimit();
    }

    function release(uint256 pick, uint256 who) external override {
        (uint256 id, address to) = (pickId(pick), people[who % 3]);
        vm.prank(OPERATOR);
        try ESCROW.release(id, to, "s") {
            require(block.timestamp < uint256(deadlineOf[id]) + ESCROW.GRACE(), "released too late");
            if (V2.bounty(id).state == BountyEscrowV2Base.State.Released) {
                assign(block.timestamp / 1 days, id);
                end(id, to);
                return;
            }
            (address contributor, uint256 from,) = V2.acceptance(id);
            require(contributor == to && from % 1 days == 0, "accepted otherwise");
            acceptedFor[id] = to;
            dayOf[id] = from / 1 days;
            assign(from / 1 days, id);
        } catch {}
    }

    function pay(uint256 pick) external {
        uint256 id = pickId(pick);
        uint256 today = block.timestamp / 1 days;
        try V2.pay(id) {
            require(acceptedFor[id] != address(0), "paid without an acceptance");
            if (dayOf[id] > today) assign(today, id);
            address to = acceptedFor[id];
            acceptedFor[id] = address(0);
            paidLater++;
            end(id, to);
        } catch {
            // Only the assigned day or the token can delay the payment of an accepted contributor.
            require(
                acceptedFor[id] == address(0) || dayOf[id] > today || USDC.isBlacklisted(acceptedFor[id]),
                "an accepted contributor is not paid"
            );
        }
    }

    function revoke(uint256 pick) external {
        // Now and then only, so that most acceptances are paid.
        if (pick % 4 != 0) return;
        uint256 id = pickId(pick / 4);
        uint256[] memory ids = new uint256[](1);
        ids[0] = id;
        vm.prank(OWNER);
        try V2.revokeAcceptances(ids) {
            require(acceptedFor[id] != address(0), "revoked without an acceptance");
            acceptedFor[id] = address(0);
            if (deadlineOf[id] < block.timestamp) deadlineOf[id] = uint40(block.timestamp);
        } catch {}
    }

    function setLimit(uint256 to) external {
        to = bound(to, V2.MAX_AMOUNT(), 4 * uint256(V2.MAX_AMOUNT()));
        vm.prank(OWNER);
        V2.setDailyLimit(to);
        if (to > limit) {
            uint256 today = block.timestamp / 1 days;
            uint256 before = assigned[era][today];
            era++;
            assigned[era][today] = before < limit ? before : limit;
        }
        limit = to;
    }

    function end(uint256 id, address to) internal override {
        require(acceptedFor[id] == address(0), "an accepted bounty left otherwise");
        super.end(id, to);
    }

    function assign(uint256 day, uint256 id) private {
        assigned[era][day] += amountOf[id];
        require(assigned[era][day] <= limit, "a day holds more than the limit");
    }
}

contract InvariantsV2Test is InvariantsTest, EscrowV2Base {
    function setUp() public override(InvariantsTest, EscrowV2Base) {
        InvariantsTest.setUp();
        v2 = BountyEscrowV2(address(escrow));
    }

    function newHandler() internal override returns (Handler) {
        return new HandlerV2(usdc, escrow, OWNER, OPERATOR);
    }

    function deploy(IERC20 token) internal override(EscrowBase, EscrowV2Base) returns (BountyEscrow) {
        return EscrowV2Base.deploy(token);
    }

    function largest() internal pure override(EscrowBase, EscrowV2Base) returns (uint256) {
        return 1e12;
    }

    function dailyLimit() internal pure override returns (uint256) {
        return 1e12;
    }

    function snapshotName() internal pure override(EscrowBase, EscrowV2Base) returns (string memory) {
        return EscrowV2Base.snapshotName();
    }

    function read(uint256 id)
        internal
        view
        override
        returns (uint256 amount, address refundTo, uint40 deadline, bool ended)
    {
        BountyEscrowV2.Bounty memory b = v2.bounty(id);
        ended = b.state != BountyEscrowV2Base.State.Open && b.state != BountyEscrowV2Base.State.Accepted;
        return (b.amount, b.refundTo, b.deadline, ended);
    }

    function invariant_acceptances_are_those_of_the_books() public view {
        HandlerV2 books = HandlerV2(address(handler));
        for (uint256 id = 1; id <= handler.count(); id++) {
            (address contributor,,) = v2.acceptance(id);
            vm.assertEq(contributor, books.acceptedFor(id), "contributor");
            vm.assertEq(
                stateV2(id) == BountyEscrowV2Base.State.Accepted, contributor != address(0), "accepted"
            );
        }
        vm.assertEq(v2.dailyLimit(), books.limit(), "limit");
    }
}
