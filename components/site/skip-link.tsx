/** A link for keyboard users, shown when it has the focus. It leads past what every page begins with. @param to the id of the element to skip to */
export function SkipLink({ to, children }: { to: string; children: string }) {
  return (
    <a
      href={`#${to}`}
      className="absolute top-2 left-2 z-10 rounded-sm bg-raised px-4 py-2 not-focus:sr-only"
    >
      {children}
    </a>
  )
}
