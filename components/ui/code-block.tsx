import { CopyButton } from './copy-button.tsx'

/** Code that scrolls within its box, with a button that copies all of it. */
export function CodeBlock({
  code,
  label,
  copyable = true,
}: {
  code: string
  label: string
  copyable?: boolean
}) {
  return (
    <figure className="relative min-w-0 overflow-hidden rounded-md border border-line bg-sunken">
      <figcaption className="flex min-h-11 items-center justify-between gap-2 border-b border-line pr-2 pl-4 text-xs text-soft">
        {label}
        {copyable && <CopyButton text={code} label={`Copy: ${label}`} />}
      </figcaption>
      <pre
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
        tabIndex={0}
        className="scroll-hint overflow-x-auto p-4 text-xs leading-relaxed focus-visible:-outline-offset-4"
      >
        <code>{code}</code>
      </pre>
    </figure>
  )
}
