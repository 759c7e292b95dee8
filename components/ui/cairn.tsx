import type { CSSProperties, ReactNode } from 'react'
import { Stone, type StoneState, shapeOf } from './stone.tsx'

const stoneRatio = 40 / 118
/** How far each outline stays away from its box, above and below, as a share of the box's height. */
const spaceAbove = [0.2, 0.2, 0.15]
const spaceBelow = [0.16, 0.15, 0.13]
const tilts = [-2, 1.5, -1, 1.2, -0.8, 0]
const shifts = [2.5, -3, 2, -1.5, 1.5, 0]

type Props = {
  /** From the top down; the lowest is as wide as the whole. */
  stones: readonly { state: StoneState; label?: ReactNode }[]
  className?: string
}

/** A stack of stones that lie on each other. Decoration unless the stones are labelled. */
export function Cairn({ stones, className }: Props) {
  const isLabelled = stones.some((stone) => stone.label)
  const widthOf = (order: number) => 100 - (stones.length - 1 - order) * Math.min(16, 62 / stones.length)
  return (
    <span
      aria-hidden={isLabelled ? undefined : true}
      className={`flex flex-col items-center ${className ?? ''}`}
    >
      {stones.map(({ state, label }, order) => {
        const overlap =
          order === stones.length - 1
            ? 0
            : (spaceBelow[shapeOf(order)]! * widthOf(order) +
                spaceAbove[shapeOf(order + 1)]! * widthOf(order + 1)) *
              stoneRatio
        const style = {
          '--order': stones.length - 1 - order,
          width: `${widthOf(order)}%`,
          marginBottom: `${-overlap}%`,
          translate: `${shifts[order % shifts.length]}%`,
          rotate: `${tilts[order % tilts.length]}deg`,
        } as CSSProperties
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a stone is its place in the stack
          <span key={order} className="settles relative block" style={style}>
            <Stone order={order} state={state} className="block w-full" />
            {label && <span className="absolute inset-0 grid place-content-center text-center">{label}</span>}
          </span>
        )
      })}
    </span>
  )
}
