/** The mark of Cairn: four flat stones, the topmost with lichen. */
export function Mark({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 32 32" className={className} aria-hidden="true">
      <ellipse cx="16" cy="26.4" rx="14" ry="3.9" fill="currentColor" />
      <ellipse cx="16.5" cy="19.2" rx="10.6" ry="3.4" fill="currentColor" opacity="0.82" />
      <ellipse cx="15.7" cy="12.7" rx="7.6" ry="2.9" fill="currentColor" opacity="0.64" />
      <ellipse cx="16.2" cy="7" rx="4.8" ry="2.5" fill="var(--lichen-shade)" />
    </svg>
  )
}
