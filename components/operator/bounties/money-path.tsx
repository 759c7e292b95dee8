'use client'
import type { OperatorBountyDetail } from '#lib/schemas/operator-bounty'
import { TxHash } from '../tx-hash.tsx'
import { placeNames } from './bounty-words.ts'

type Move = OperatorBountyDetail['moves'][number]

/** The path of its money, one transaction per step, to where it is now. */
export function MoneyPath({ bounty }: { bounty: OperatorBountyDetail }) {
  const { moves, money_is: moneyIs, network } = bounty
  return (
    // Side by side only where all of them fit into one line: an arrow at its end would lead to nothing.
    <div className="@container">
      <ol aria-label="Where its money went" className="flex items-stretch @max-[66rem]:flex-wrap">
        <Stop name={placeNames.payer} isHere={moves.length === 0} />
        {moves.map((move, index) => (
          <Step
            key={move.transaction + move.to}
            move={move}
            network={network}
            isHere={index === moves.length - 1 && move.to === moneyIs}
          />
        ))}
      </ol>
    </div>
  )
}

function Step({ move, network, isHere }: { move: Move; network: string; isHere: boolean }) {
  return (
    <>
      <li className="relative grid min-w-44 content-center gap-0.5 px-3 text-sm @max-[66rem]:ml-6 @max-[66rem]:w-full @max-[66rem]:border-l @max-[66rem]:border-edge @max-[66rem]:py-3">
        <span aria-hidden="true" className="flex items-center text-soft @max-[66rem]:hidden">
          <span className="h-px grow bg-edge" />
          <span className="-ml-1.5 size-2 rotate-45 border-t border-r border-edge" />
        </span>
        {/* Where the stops are below one another, the line at the left leads to the next. */}
        <span
          aria-hidden="true"
          className="absolute bottom-0.5 -left-px size-2 -translate-x-1/2 rotate-135 border-t border-r border-edge @min-[66rem]:hidden"
        />
        <span>
          <span className="sr-only">by </span>
          <TxHash network={network} hash={move.transaction} label={`the transaction to the ${move.to}`} />
        </span>
        <span className="text-xs text-soft">{move.in_books ? 'In the books' : 'Not in the books yet'}</span>
      </li>
      <Stop name={placeNames[move.to]} isHere={isHere} />
    </>
  )
}

function Stop({ name, isHere }: { name: string; isHere: boolean }) {
  return (
    <li
      aria-current={isHere ? 'step' : undefined}
      className={`grid min-h-16 min-w-24 content-center rounded-md border px-3.5 @max-[66rem]:w-full ${isHere ? 'border-ink bg-raised font-semibold' : 'border-edge text-soft'}`}
    >
      {name}
      {isHere && <span className="text-xs font-normal text-soft">The money is here</span>}
    </li>
  )
}
