// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {BountyEscrow} from "../src/BountyEscrow.sol";
import {SandboxUsdc} from "../src/SandboxUsdc.sol";
import {EscrowBase} from "./EscrowBase.sol";
import {ForgeTest} from "./Vm.sol";
import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";

/// @dev Calls the escrow at random, often illegally, and keeps books of its own from what succeeded.
contract Handler is ForgeTest {
    uint256 public constant FUNDS = 1e18;

    SandboxUsdc internal immutable USDC;
    BountyEscrow internal immutable ESCROW;
    address internal immutable OWNER;
    address internal immutable OPERATOR;

    address[3] public posters = [address(0x1001), address(0x1002), address(0x1003)];
    address[3] public buyers = [address(0x2001), address(0x2002), address(0x2003)];
    address[3] public people = [address(0x3001), address(0x3002), address(0x3003)];

    uint256 public count;
    uint256 public openSum;
    uint256 public surplus;
    uint256 public swept;
    mapping(uint256 id => uint256) public amountOf;
    mapping(uint256 id => address) public buyerOf;
    mapping(uint256 id => uint40) public deadlineOf;
    mapping(uint256 id => uint256) public endsOf;
    mapping(address account => uint256) public received;
    mapping(address account => uint256) public spent;
    mapping(address poster => mapping(uint8 ref => bool)) public posted;

    constructor(SandboxUsdc usdc, BountyEscrow escrow, address owner, address operator) {
        USDC = usdc;
        ESCROW = escrow;
        OWNER = owner;
        OPERATOR = operator;
    }

    function post(uint256 who, uint8 ref, uint256 amount, uint256 duration) external {
        address poster = posters[who % 3];
        address buyer = buyers[uint256(ref) % 3];
        amount = bound(amount, 1, 1e12);
        uint40 deadline = uint40(block.timestamp + bound(duration, 1, 30 days));
        vm.prank(poster);
        try ESCROW.post(bytes32(uint256(ref)), buyer, amount, deadline) returns (uint256 id) {
            count++;
            require(id == count, "ids have no gap");
            amountOf[id] = amount;
            buyerOf[id] = buyer;
            deadlineOf[id] = deadline;
            openSum += amount;
            spent[poster] += amount;
            require(!posted[poster][ref], "a reference posted twice");
            posted[poster][ref] = true;
        } catch {}
    }

    function release(uint256 pick, uint256 who) external virtual {
        (uint256 id, address to) = (pickId(pick), people[who % 3]);
        vm.prank(OPERATOR);
        try ESCROW.release(id, to, "s") {
            require(block.timestamp < uint256(deadlineOf[id]) + ESCROW.GRACE(), "released too late");
            end(id, to);
        } catch {}
    }

    function cancel(uint256 pick) external {
        uint256 id = pickId(pick);
        vm.prank(OPERATOR);
        try ESCROW.cancel(id) {
            end(id, buyerOf[id]);
        } catch {}
    }

    function refund(uint256 pick, uint256 who) external {
        (uint256 id, bool byOperator) = (pickId(pick), who % 2 == 0);
        vm.prank(byOperator ? OPERATOR : people[who % 3]);
        try ESCROW.refund(id) {
            uint256 start = uint256(deadlineOf[id]) + (byOperator ? 0 : ESCROW.GRACE());
            require(block.timestamp >= start, "refunded too early");
            end(id, buyerOf[id]);
        } catch {}
    }

    function trespass(uint256 pick, uint256 who) external {
        (uint256 id, address stranger) = (pickId(pick), people[who % 3]);
        vm.startPrank(stranger);
        try ESCROW.release(id, stranger, "s") {
            revert("a stranger released");
        } catch {}
        try ESCROW.cancel(id) {
            revert("a stranger cancelled");
        } catch {}
        try ESCROW.sweep(IERC20(address(USDC)), stranger) {
            revert("a stranger swept");
        } catch {}
        vm.stopPrank();
    }

    function pass(uint256 time) external {
        vm.warp(block.timestamp + bound(time, 0, 5 days));
    }

    function blacklist(uint256 who, bool on) external {
        address account = who % 2 == 0 ? buyers[who % 3] : people[who % 3];
        vm.prank(USDC.minter());
        if (on) USDC.blacklist(account);
        else USDC.unBlacklist(account);
    }

    function donate(uint256 amount) external {
        amount = bound(amount, 1, 1e9);
        vm.prank(USDC.minter());
        USDC.mint(address(ESCROW), amount);
        surplus += amount;
    }

    function sweep() external {
        vm.prank(OWNER);
        ESCROW.sweep(IERC20(address(USDC)), OWNER);
        swept += surplus;
        surplus = 0;
    }

    function pause(bool on) external {
        if (ESCROW.paused() == on) return;
        vm.prank(OWNER);
        if (on) ESCROW.pause();
        else ESCROW.unpause();
    }

    /// @dev Now and then one that was never posted.
    function pickId(uint256 pick) internal view returns (uint256) {
        return pick % (count + 2);
    }

    function end(uint256 id, address to) internal virtual {
        endsOf[id]++;
        received[to] += amountOf[id];
        openSum -= amountOf[id];
    }
}

contract InvariantsTest is EscrowBase {
    Handler internal handler;

    function newHandler() internal virtual returns (Handler) {
        return new Handler(usdc, escrow, OWNER, OPERATOR);
    }

    function setUp() public virtual override {
        super.setUp();
        handler = newHandler();
        for (uint256 i; i < 3; i++) {
            usdc.mint(handler.posters(i), handler.FUNDS());
            vm.prank(handler.posters(i));
            usdc.approve(address(escrow), type(uint256).max);
        }
    }

    function targetContracts() public view returns (address[] memory targets) {
        targets = new address[](1);
        targets[0] = address(handler);
    }

    function invariant_the_escrow_holds_what_it_owes_and_the_surplus() public view {
        vm.assertEq(escrow.totalOpen(), handler.openSum(), "owed");
        vm.assertEq(usdc.balanceOf(address(escrow)), handler.openSum() + handler.surplus(), "held");
        vm.assertEq(usdc.balanceOf(OWNER), handler.swept(), "swept");
    }

    function invariant_each_bounty_ends_at_most_once_on_its_own_terms() public view {
        vm.assertEq(escrow.bountyCount(), handler.count(), "count");
        for (uint256 id = 1; id <= handler.count(); id++) {
            (uint256 amount, address refundTo, uint40 deadline, bool ended) = read(id);
            vm.assertEq(handler.endsOf(id), ended ? 1 : 0, "ends");
            vm.assertEq(amount, handler.amountOf(id), "amount");
            vm.assertEq(refundTo, handler.buyerOf(id), "refundTo");
            vm.assertEq(deadline, handler.deadlineOf(id), "deadline");
        }
    }

    function read(uint256 id)
        internal
        view
        virtual
        returns (uint256 amount, address refundTo, uint40 deadline, bool ended)
    {
        BountyEscrow.Bounty memory b = escrow.bounty(id);
        return (b.amount, b.refundTo, b.deadline, b.state != BountyEscrow.State.Open);
    }

    function invariant_everybody_has_exactly_what_the_books_say() public view {
        for (uint256 i; i < 3; i++) {
            (address poster, address buyer, address person) =
                (handler.posters(i), handler.buyers(i), handler.people(i));
            vm.assertEq(usdc.balanceOf(poster) + handler.spent(poster), handler.FUNDS(), "poster");
            vm.assertEq(usdc.balanceOf(buyer), handler.received(buyer), "buyer");
            vm.assertEq(usdc.balanceOf(person), handler.received(person), "contributor");
        }
    }
}
