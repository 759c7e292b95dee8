'use client'
import type { ReactNode } from 'react'
import type { OwnedPart } from '#lib/client/reuse-answer'
import { CommissionLink } from './commission-link.tsx'
import type { Presence } from './presence.ts'
import { ownedWords, sizeWords } from './words.ts'

type Props = {
  /** The captures of this search that the reader has already bought. */
  owned: OwnedPart | undefined
  /** Shows the bought captures. */
  onOwned: () => void
  presence: Presence | undefined
  /** The cell in the middle of the area. */
  middle: string
  /** The chosen period, as in `the last 7 days`. */
  period: string
  /** Absent if the period has no limits. */
  onAnyTime: (() => void) | undefined
}

/**
 * The free facts about an area, from the public coverage, before an answer is paid for. Its squares are usually larger than the area, and
 * it has no times, so that the answer may be empty: then this says so.
 */
export function FreeFacts({ owned, onOwned, presence, middle, period, onAnyTime }: Props) {
  if (owned) {
    const { has, adds, show } = ownedWords(owned)
    return (
      <div className="grid justify-items-start gap-3 text-sm">
        <p>
          <strong className="font-semibold">{has}</strong> {adds}
        </p>
        <button type="button" className="button button-main" onClick={onOwned}>
          {show}
        </button>
      </div>
    )
  }
  if (presence === undefined) return null
  if (presence.is === 'nothing')
    return (
      <Warning>
        <p>
          <strong className="font-semibold">No captures are known around here, at any time.</strong> You would
          most likely pay for an empty answer.
        </p>
        <CommissionLink cell={middle} className="button button-main">
          Commission a film here
        </CommissionLink>
      </Warning>
    )
  if (presence.is === 'inside' && !onAnyTime)
    return (
      <p className="text-sm">
        <strong className="font-semibold">Captures exist in your area.</strong> The free map does not say how
        old they are, the answer does. To see the place as it is now, you can{' '}
        <CommissionLink isUnseen cell={middle} className="link">
          commission a film here
        </CommissionLink>
        .
      </p>
    )
  const inPeriod = onAnyTime ? ` from ${period}` : ''
  return (
    <Warning>
      <p>
        {presence.is === 'inside' ? (
          <>
            <strong className="font-semibold">Captures exist in your area.</strong> The free map does not say
            how old they are. If none is{inPeriod}, you pay for an empty answer.
          </>
        ) : (
          <>
            <strong className="font-semibold">Captures exist around here, maybe not in your area.</strong> The
            free map is exact to about <span className="whitespace-nowrap">{sizeWords(presence.size)}</span>{' '}
            and has no dates. If none
            {inPeriod} is in your area, you pay for an empty answer.
          </>
        )}
      </p>
      <p className="flex flex-wrap items-center gap-x-3 gap-y-2">
        {onAnyTime && (
          <button type="button" className="button px-3" onClick={onAnyTime}>
            Search all dates
          </button>
        )}
        <CommissionLink isUnseen cell={middle} className="link inline-flex min-h-11 items-center">
          Commission a film here
        </CommissionLink>
      </p>
    </Warning>
  )
}

function Warning({ children }: { children: ReactNode }) {
  return (
    <div className="grid justify-items-start gap-2 rounded-md border border-wait p-3 text-sm lg:gap-3 lg:p-3.5">
      {children}
    </div>
  )
}
