import { type ReactNode, useId } from 'react'

type Props = {
  title: string
  /** For links to it. */
  id?: string
  /** A sentence or two below the heading. */
  note?: ReactNode
  /** Without a landmark, because its table has the same name. */
  isPlain?: boolean
  children: ReactNode
}

/** A part of a page, under its heading. */
export function Part({ title, id, note, isPlain, children }: Props) {
  const own = useId()
  const Element = isPlain ? 'div' : 'section'
  return (
    <Element
      {...(isPlain ? {} : { 'aria-labelledby': id ?? own })}
      className="grid min-w-0 grid-cols-1 content-start gap-4"
    >
      <div>
        <h2 id={id ?? own} className="text-lg">
          {title}
        </h2>
        {note && <p className="mt-1 max-w-[65ch] text-soft">{note}</p>}
      </div>
      {children}
    </Element>
  )
}

/** The heading of a page and its content. */
export function PageHead({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div>
      <h1 className="text-xl">{title}</h1>
      <p className="mt-1.5 max-w-[70ch] text-soft">{children}</p>
    </div>
  )
}
