'use client'
import { Autocomplete } from '@base-ui/react/autocomplete'
import { type ComponentProps, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { geohashLength } from '#lib/domain/geo/geohash'
import { optionLabel, optionName, type PlaceOption, usePlaceOptions } from './use-place-options.ts'

/** The reader's changes to the plain input before this code was loaded. */
export type BegunText = { text: string; isFocused: boolean; isEntered: boolean }

export type PlaceBoxProps = {
  /** The finest precision of the cell, in characters of its geohash; six if omitted. */
  characters?: number
  /** @param name the text of the option, if it names a place */
  onPick: (option: PlaceOption, name: string | undefined) => void
  /** The typed text; empty once a place was chosen. */
  onText?: (text: string) => void
  /** Props of the input: label and style. */
  input: Omit<
    ComponentProps<'input'>,
    'value' | 'defaultValue' | 'style' | `on${'Change' | 'Focus' | 'Blur' | 'KeyDown'}`
  >
  begun?: BegunText
  /** The text of the place that is already chosen. */
  text?: string | undefined
}

/**
 * An input for a town, a position or a geohash that suggests matching places. Enter takes the first suggestion, also while they are still
 * loading, unless it is a guess or has only a part of the text; the chosen name stays in the field.
 */
export function PlaceBox({ characters = geohashLength, onPick, onText, input, ...first }: PlaceBoxProps) {
  const { begun } = first
  const [text, setText] = useState(begun?.text ?? first.text ?? '')
  const [isOpen, setIsOpen] = useState(text !== '' && begun?.isFocused === true)
  const field = useRef<HTMLInputElement>(null)
  const { options, note, isLooking, problem } = usePlaceOptions(text, characters)
  /** Enter was pressed before there were suggestions. */
  const [isWaiting, setIsWaiting] = useState(begun?.isEntered ?? false)
  const pick = (option: PlaceOption) => {
    setText(optionLabel(option))
    setIsOpen(false)
    setIsWaiting(false)
    onText?.('')
    onPick(option, optionName(option))
  }
  const takeFirst = useEffectEvent(() => {
    setIsWaiting(false)
    if (options[0] && !options[0].isGuess) pick(options[0])
  })
  // It replaces the plain input, so it takes over its focus.
  useLayoutEffect(() => {
    if (!begun?.isFocused) return
    field.current?.focus()
    field.current?.setSelectionRange(begun.text.length, begun.text.length)
  }, [begun])
  useEffect(() => {
    if (isWaiting && !isLooking) takeFirst()
  }, [isWaiting, isLooking])
  return (
    <Autocomplete.Root
      items={options}
      mode="none"
      autoHighlight={options[0]?.isGuess ? false : 'always'}
      value={text}
      open={isOpen && text.trim() !== ''}
      onOpenChange={setIsOpen}
      onValueChange={(value, { reason }) => {
        if (reason === 'item-press') return
        setText(value)
        onText?.(value)
        setIsOpen(true)
        setIsWaiting(false)
      }}
      itemToStringValue={(option: PlaceOption) => option.text}
    >
      <Autocomplete.Input
        ref={field}
        autoComplete="off"
        spellCheck={false}
        {...input}
        onFocus={() => {
          if (text !== '' && text === begun?.text) setIsOpen(true)
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || !isOpen) return
          // Without a suggestion, the words that say so stay.
          if (options.length === 0) event.preventBaseUIHandler()
          // Prevents choosing a place from submitting the surrounding form.
          event.preventDefault()
          if (isLooking) setIsWaiting(true)
        }}
      />
      <Autocomplete.Portal>
        <Autocomplete.Positioner sideOffset={6} className="z-20">
          <Autocomplete.Popup
            role="region"
            aria-label="Suggested places"
            className="max-h-[min(20rem,var(--available-height))] w-(--anchor-width) min-w-[min(18rem,100vw-2rem)] overflow-y-auto panel p-1.5"
          >
            <Autocomplete.Status className="px-3 py-1.5 text-sm text-soft empty:hidden">
              {wordsOf({ isLooking, problem, note, count: options.length })}
            </Autocomplete.Status>
            <Autocomplete.List>
              {(option: PlaceOption) => (
                <Autocomplete.Item
                  key={option.id}
                  value={option}
                  onClick={() => pick(option)}
                  className="flex min-h-11 cursor-pointer flex-wrap items-baseline justify-between gap-x-4 rounded-sm px-3 py-2.5 text-sm data-highlighted:bg-ink data-highlighted:text-ground"
                >
                  <span className="min-w-0 wrap-break-word">{option.text}</span>
                  <span className="text-xs">{option.hint}</span>
                </Autocomplete.Item>
              )}
            </Autocomplete.List>
          </Autocomplete.Popup>
        </Autocomplete.Positioner>
      </Autocomplete.Portal>
    </Autocomplete.Root>
  )
}

function wordsOf(found: { isLooking: boolean; problem: string; note: string; count: number }): string {
  if (found.problem !== '') return `Places could not be looked up. ${found.problem}`
  if (found.isLooking) return 'Looking…'
  if (found.note !== '') return found.note
  return found.count === 0
    ? 'Nothing of that name. Not every street and building can be found: type its town and move the map, or a position like “48.8584, 2.2945”.'
    : ''
}
