'use client'
import type { ReactNode } from 'react'
import { clock } from '#lib/domain/film/early-checks'

/** Play button, position and length of the current film. */
export function PlayerBar(props: {
  isPlaying: boolean
  position: number
  duration: number
  /** True if the length is that of the longest of several films. */
  isLongest?: boolean
  /** Accessible name of the position. */
  label: string
  onToggle: () => void
  onSeek: (seconds: number) => void
  children?: ReactNode
}) {
  const { isPlaying, position, duration, isLongest = false, label, onToggle, onSeek, children } = props
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 rounded-lg border border-line bg-raised/90 px-2 py-1 sm:flex-nowrap sm:px-3">
      <button
        type="button"
        aria-label={isPlaying ? 'Pause' : 'Play'}
        className="grid size-11 flex-none place-items-center rounded-sm hover:bg-sunken"
        onClick={onToggle}
      >
        <svg viewBox="0 0 20 20" aria-hidden="true" className="size-4.5" fill="currentColor">
          <path d={isPlaying ? 'M4 2h4.5v16H4zM11.500 2H16v16h-4.500z' : 'M4 2l14 8-14 8z'} />
        </svg>
      </button>
      <span className="text-sm text-soft tabular-nums">
        {clock(position)} / {clock(duration)}
        {isLongest && <span className="max-sm:hidden"> (longest film)</span>}
      </span>
      <input
        type="range"
        aria-label={label}
        aria-valuetext={`${position.toFixed(1)} seconds`}
        className="h-11 min-w-24 flex-1 accent-lichen"
        min={0}
        max={duration || 1}
        step={0.05}
        value={Math.min(position, duration)}
        onChange={(event) => onSeek(Number(event.target.value))}
        // Returns the focus after a pointer was used here, so that the page's shortcuts work again.
        onPointerUp={({ currentTarget }) => currentTarget.blur()}
      />
      {children}
    </div>
  )
}
