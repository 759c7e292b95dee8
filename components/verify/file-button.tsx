import type { Intake } from './use-intake.ts'

/** Opens the device's file dialog, for files or for a folder. */
export function FileButton(props: {
  intake: Intake
  children: string
  className: string
  isFolder?: boolean
}) {
  const { intake, children, className, isFolder } = props
  return (
    <label
      className={`cursor-pointer has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-ink ${className}`}
    >
      {children}
      <input
        type="file"
        multiple
        className="sr-only"
        // React supports the attribute only under its lower-case name.
        {...(isFolder && { webkitdirectory: '' })}
        onChange={intake.choose}
      />
    </label>
  )
}
