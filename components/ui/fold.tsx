import type { ReactNode } from 'react'

type Props = { title: ReactNode; isOpen?: boolean; className?: string; children: ReactNode }

/** Details for some readers, folded behind one line. */
export function Fold({ title, isOpen, className, children }: Props) {
  return (
    <details
      open={isOpen}
      className={`group/fold rounded-lg border border-line px-4 sm:px-6 ${className ?? ''}`}
    >
      <summary className="flex min-h-14 list-none items-center justify-between gap-3 font-medium [&::-webkit-details-marker]:hidden">
        {title}
        <svg
          viewBox="0 0 16 16"
          aria-hidden="true"
          className="size-4 flex-none text-soft group-open/fold:rotate-180 motion-safe:transition-transform"
          fill="none"
          stroke="currentColor"
          strokeWidth="1.6"
          strokeLinecap="round"
          strokeLinejoin="round"
        >
          <path d="m3.5 6 4.5 4.5L12.5 6" />
        </svg>
      </summary>
      <div className="border-t border-line pt-5 pb-6">{children}</div>
    </details>
  )
}
