'use client'
import { useEffect, useRef } from 'react'
import { TextWithTimes } from '../ui/text-with-times.tsx'

/** Why a file was refused or an upload stopped. With `takesFocus` it is brought into view and gets the focus: the button that was pressed may be far below it. */
export function Refusal({
  text,
  takesFocus = true,
  className = '',
}: {
  text: string | undefined
  takesFocus?: boolean
  className?: string
}) {
  const line = useRef<HTMLParagraphElement>(null)
  useEffect(() => {
    if (text === undefined || !takesFocus) return
    line.current?.scrollIntoView({ block: 'center' })
    line.current?.focus({ preventScroll: true })
  }, [text, takesFocus])
  return (
    <p ref={line} role="alert" tabIndex={-1} className={`text-bad empty:hidden ${className}`}>
      {text && <TextWithTimes text={text} />}
    </p>
  )
}
