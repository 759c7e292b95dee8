'use client'

/** Says how to turn and zoom a model with a mouse or by touch, and has a button that resets the view. */
export function ViewHelp({ onReset }: { onReset: () => void }) {
  return (
    <div className="absolute top-4 left-4 flex items-center gap-x-3 gap-y-1 max-sm:grid max-sm:justify-items-start">
      <button type="button" className="button" onClick={onReset}>
        Reset view
      </button>
      {/* On a ground of its own, because a model can have any colour. */}
      <span className="pointer-events-none rounded-md border border-line bg-raised px-3 py-1.5 text-xs">
        <span className="pointer-coarse:hidden">Drag to turn. Click, then scroll, to zoom.</span>
        <span className="pointer-fine:hidden">Drag to turn. Pinch to zoom.</span>
      </span>
    </div>
  )
}
