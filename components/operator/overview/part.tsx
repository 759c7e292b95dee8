import type { ReactNode } from 'react'

/** A part of the overview under its heading; its table is the landmark. */
export function Part({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <div className="grid min-w-0 grid-cols-1 content-start gap-3">
      <h2 id={id} className="text-lg">
        {title}
      </h2>
      {children}
    </div>
  )
}
