'use client'

/** Says how to turn and zoom a model with a mouse or by touch, and has a button that resets the view. */
export function ViewHelp({ onReset }: { onReset: () => void }) {
  return (
    <div className="absolute top-4 left-4 flex items-center gap-x-3 gap-y-1 max-sm:grid max-sm:justify-items-start">
      <button type="button" className="button" onClick={onReset}>
        Reset view
      </button>
      <span className="text-xs text-soft pointer-coarse:hidden">
        Drag to turn. Click, then scroll, to zoom.
      </span>
      <span className="text-xs text-soft pointer-fine:hidden">Drag sideways to turn. Pinch to zoom.</span>
    </div>
  )
}
