'use client'

/** How a viewer is used with a mouse, and the way back to its first view. */
export function ViewHelp({ onReset }: { onReset: () => void }) {
  return (
    <div className="absolute top-4 left-4 flex flex-wrap items-center gap-x-3 gap-y-1">
      <button type="button" className="button" onClick={onReset}>
        Reset view
      </button>
      <span className="text-xs text-soft max-sm:hidden pointer-coarse:hidden">
        Drag to turn. Click, then scroll, to zoom.
      </span>
    </div>
  )
}
