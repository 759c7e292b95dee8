import { useEffect, useRef } from 'react'
import type { Intake } from './use-intake.ts'

/** Opens the device's file dialog, for files or for a folder. */
export function FileButton(props: {
  intake: Intake
  children: string
  className: string
  isFolder?: boolean
}) {
  const { intake, children, className, isFolder } = props
  const input = useRef<HTMLInputElement>(null)
  // On a slow connection a file may be chosen before this script runs: then there was no event.
  useEffect(() => {
    if (input.current) intake.choose(input.current)
  })
  return (
    <label
      className={`cursor-pointer has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-ink ${className}`}
    >
      {children}
      <input
        ref={input}
        type="file"
        multiple
        className="sr-only"
        // React supports the attribute only under its lower-case name.
        {...(isFolder && { webkitdirectory: '' })}
        onChange={({ target }) => intake.choose(target)}
      />
    </label>
  )
}
