import { Fragment } from 'react'

/** Longer code may not fit in the line of a phone. */
const maxUnbroken = 28

/** A name or a value of the API within a sentence. Only long ones break, after an underline or before a slash if possible. A method stays with its path. */
export function InlineCode({ children }: { children: string }) {
  if (children.length <= maxUnbroken) return <code className="docs-code">{children}</code>
  return (
    <code className="docs-code docs-code-long">
      {children.split(/(?<=_)|(?<=\w)(?=\/)/).map((part, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a part of a name is its place in it
        <Fragment key={index}>
          {index > 0 && <wbr />}
          {/^[A-Z]+ \//.test(part) ? <span className="whitespace-nowrap">{part}</span> : part}
        </Fragment>
      ))}
    </code>
  )
}
