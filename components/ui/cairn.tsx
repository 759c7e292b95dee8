import type { CSSProperties, ReactNode } from 'react'
import { Stone, type StoneState } from './stone.tsx'

/** The offset of each stone's middle from that of the stack, from the top down, as a share of its width. */
const shifts = [0, 0.02, -0.01, 0.012, -0.006, 0]

const whole = [{ state: 'grown' }, { state: 'set' }, { state: 'set' }, { state: 'set' }] as const

type Props = {
  /**
   * From the top down; the lowest is as wide as the whole stack. A stone whose state changes falls into place. Four complete stones by
   * default.
   */
  stones?: readonly { state: StoneState; label?: ReactNode }[]
  /** Repeats the animation while something is loading. A text beside it must say what is loading. */
  isLoading?: boolean
  className?: string
}

/** A stack of stones. Decoration unless the stones are labelled. */
export function Cairn({ stones = whole, isLoading = false, className }: Props) {
  const isLabelled = stones.some(({ label }) => label)
  const last = stones.length - 1
  const widthOf = (order: number) => 1 - (last - order) * Math.min(0.2, 0.72 / Math.max(1, last))
  return (
    <span
      aria-hidden={isLabelled ? undefined : true}
      className={`flex flex-col items-center ${isLoading ? 'cairn-loading' : ''} ${className ?? ''}`}
    >
      {stones.map(({ state, label }, order) => {
        const width = widthOf(order)
        const style = {
          '--order': last - order,
          '--stones': stones.length,
          width: `${width * 100}%`,
          marginTop: order === 0 ? 0 : '0.6%',
          translate: `${shifts[order % shifts.length]! * 100}%`,
        } as CSSProperties
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: the place in the stack identifies a stone, which falls again when its state changes
          <span key={`${order} ${state}`} className="settles relative block" style={style}>
            <Stone width={width} state={state} />
            {label && <span className="absolute inset-0 grid place-content-center text-center">{label}</span>}
          </span>
        )
      })}
    </span>
  )
}
