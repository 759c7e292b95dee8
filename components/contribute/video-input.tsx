type Props = {
  children: string
  className?: string
  /** Opens the camera where there is one. */
  records?: boolean
  onFile: (file: File) => void
}

/** A button that opens the device's chooser for a video. */
export function VideoInput({ children, className = '', records = false, onFile }: Props) {
  return (
    <label
      className={`button has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-ink ${className}`}
    >
      {children}
      <input
        type="file"
        accept={records ? 'video/*' : 'video/mp4,video/quicktime,.mp4,.mov'}
        capture={records ? 'environment' : undefined}
        className="sr-only"
        onChange={({ target }) => {
          const [file] = target.files ?? []
          // The same file may be chosen again.
          target.value = ''
          if (file) onFile(file)
        }}
      />
    </label>
  )
}
