'use client'

/** Leads to the place field of the order form. */
export function ToPlace({ children }: { children: string }) {
  return (
    <button
      type="button"
      className="font-semibold underline underline-offset-4 pointer-coarse:min-h-11"
      onClick={() => document.getElementById('place')?.focus()}
    >
      {children}
    </button>
  )
}
