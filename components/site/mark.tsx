/** Three stones; the topmost carries lichen. */
export function Mark({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 32 32" className={className} aria-hidden="true" fill="currentColor">
      <path d="M4.6 29.200c-2.5-.3-3.6-2.3-2.5-4.3 1.4-2.6 6.6-3.8 14-3.8 7.7 0 12.3 1.3 13.4 3.8.9 2.2-.3 4-2.7 4.3-6.6.5-15.6.5-22.2 0Z" />
      <path d="M8.7 19.800c-2.2-.3-3.2-1.9-2.5-3.6.9-2.2 4.6-3.3 9.7-3.3 5.5 0 9.1 1.2 9.9 3.2.8 1.9-.4 3.4-2.6 3.7-4.4.4-10 .4-14.5 0Z" />
      <path
        fill="var(--lichen)"
        stroke="currentColor"
        strokeWidth="1.4"
        d="M12.6 11.600c-1.9-.3-2.8-1.8-2.1-3.4.9-2 3.2-3.1 6-2.9 2.9.1 5.1 1.5 5.5 3.3.3 1.6-.8 2.8-2.7 3-2.3.3-4.5.3-6.7 0Z"
      />
    </svg>
  )
}
