import type { ReactNode } from 'react'

/** A part of the overview under its heading. */
export function Part({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section aria-labelledby={id} className="grid min-w-0 grid-cols-1 content-start gap-3">
      <h2 id={id} className="text-lg">
        {title}
      </h2>
      {children}
    </section>
  )
}

/** What nobody could find out, which is neither nothing nor fine. */
export function NotKnown({ children = 'could not check' }: { children?: ReactNode }) {
  return <span className="text-wait">{children}</span>
}
