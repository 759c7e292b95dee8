'use client'
import type { OperatorBountyDetail } from '#lib/schemas/operator-bounty'
import { TxHash, transactionWith } from '../tx-hash.tsx'
import { placeNames } from './bounty-words.ts'

type Move = OperatorBountyDetail['moves'][number]

/** The path of its money, one transaction per step, to where it is now. */
export function MoneyPath({ bounty }: { bounty: OperatorBountyDetail }) {
  const { moves, money_is: moneyIs, network, transactions } = bounty
  return (
    // A column. In a wide window, a bounty with at most two moves has them in one row.
    <div className={moves.length > 2 ? undefined : '@container/path'}>
      <ol
        aria-label="Where its money went"
        className="grid max-w-[30rem] items-stretch @min-[70rem]/path:flex @min-[70rem]/path:max-w-none"
      >
        <Stop name={placeNames.payer} isHere={moves.length === 0} />
        {moves.map((move, index) => (
          <Step
            key={move.transaction + move.to}
            move={move}
            network={network}
            id={transactionWith(move.transaction, transactions)}
            isHere={index === moves.length - 1 && move.to === moneyIs}
          />
        ))}
      </ol>
    </div>
  )
}

function Step(props: { move: Move; network: string; id: number | undefined; isHere: boolean }) {
  const { move, network, id, isHere } = props
  return (
    <>
      <li className="relative ml-6 grid content-center gap-0.5 border-l border-edge p-3 text-sm @min-[70rem]/path:ml-0 @min-[70rem]/path:min-w-max @min-[70rem]/path:border-0 @min-[70rem]/path:py-0">
        <span aria-hidden="true" className="hidden items-center text-soft @min-[70rem]/path:flex">
          <span className="h-px grow bg-edge" />
          <span className="-ml-1.5 size-2 rotate-45 border-t border-r border-edge" />
        </span>
        {/* Where the stops are below one another, the line at the left leads to the next. */}
        <span
          aria-hidden="true"
          className="absolute bottom-0.5 -left-px size-2 -translate-x-1/2 rotate-135 border-t border-r border-edge @min-[70rem]/path:hidden"
        />
        <span>
          <span className="sr-only">by </span>
          <TxHash {...{ network, id }} hash={move.transaction} label={`the transaction to the ${move.to}`} />
        </span>
        <span className="text-xs text-soft">{move.in_books ? 'Final on the chain' : 'Not final yet'}</span>
      </li>
      <Stop name={placeNames[move.to]} isHere={isHere} />
    </>
  )
}

function Stop({ name, isHere }: { name: string; isHere: boolean }) {
  return (
    <li
      aria-current={isHere ? 'step' : undefined}
      className={`grid min-h-16 min-w-24 content-center rounded-md border px-3.5 ${isHere ? 'border-ink bg-raised font-semibold' : 'border-edge text-soft'}`}
    >
      {name}
      {isHere && <span className="text-xs font-normal text-soft">The money is here</span>}
    </li>
  )
}
