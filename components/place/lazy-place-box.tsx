'use client'
import { type ComponentType, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useHadInput } from '../map/use-had-input.ts'
import type { BegunText, PlaceBoxProps } from './place-box.tsx'

/**
 * A `PlaceBox` whose code is loaded on the first input event of the page. Until then it is a plain input, and what is typed into it is
 * handed over.
 */
export function LazyPlaceBox({
  typedBefore = '',
  ...props
}: PlaceBoxProps & {
  /** The text that the reader typed on the previous page. */
  typedBefore?: string
}) {
  const hadInput = useHadInput()
  const [begun, setBegun] = useState<BegunText>({ text: typedBefore, isFocused: false, isEntered: false })
  const [Box, setBox] = useState<ComponentType<PlaceBoxProps>>()
  const field = useRef<HTMLInputElement>(null)
  // On a slow connection the reader may use the input before this script runs.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the first time, since later changes are events
  useLayoutEffect(() => {
    const input = field.current!
    setBegun({ ...begun, text: input.value, isFocused: document.activeElement === input })
    props.onText?.(input.value)
  }, [])
  const isWanted = hadInput || begun.isFocused
  // biome-ignore lint/correctness/useExhaustiveDependencies: more text is another attempt to load what could not be loaded
  useEffect(() => {
    if (!isWanted || Box) return
    import('./place-box.tsx').then(
      (module) => setBox(() => module.PlaceBox),
      () => undefined,
    )
  }, [isWanted, Box, begun.text])
  if (Box) return <Box {...props} begun={begun} />
  return (
    <input
      ref={field}
      type="text"
      role="combobox"
      aria-expanded="false"
      aria-autocomplete="list"
      autoComplete="off"
      spellCheck={false}
      {...props.input}
      value={begun.text}
      onChange={({ target }) => {
        setBegun((was) => ({ ...was, text: target.value, isEntered: false }))
        props.onText?.(target.value)
      }}
      onFocus={() => setBegun((was) => ({ ...was, isFocused: true }))}
      onBlur={() => setBegun((was) => ({ ...was, isFocused: false }))}
      onKeyDown={(event) => {
        if (event.key !== 'Enter') return
        event.preventDefault()
        setBegun((was) => ({ ...was, isEntered: was.text.trim() !== '' }))
      }}
    />
  )
}
