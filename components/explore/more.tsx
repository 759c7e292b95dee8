'use client'
import { type ReactNode, useEffect, useRef, useState } from 'react'

/** A folded part that few readers need. Its content is rendered when it is opened. */
export function More({ title, children }: { title: ReactNode; children: ReactNode }) {
  const [isOpen, setIsOpen] = useState(false)
  const details = useRef<HTMLDetailsElement>(null)
  // The reader may have opened it before this script ran.
  useEffect(() => setIsOpen(details.current?.open ?? false), [])
  return (
    <details
      ref={details}
      suppressHydrationWarning
      className="group border-t border-line"
      onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}
    >
      <summary className="flex min-h-11 list-none items-center justify-between gap-3 text-sm font-medium">
        {title}
        <span aria-hidden="true" className="text-soft transition-transform group-open:rotate-45">
          +
        </span>
      </summary>
      {isOpen && <div className="grid grid-cols-1 gap-3 pb-4">{children}</div>}
    </details>
  )
}
