'use client'
import { Autocomplete } from '@base-ui/react/autocomplete'
import { type ComponentProps, useState } from 'react'
import { type PlaceOption, usePlaceOptions } from './use-place-options.ts'

type Props = {
  /** How fine the cell may be, characters of its geohash. */
  characters: number
  /** What stays in the field once a place is picked: its name, or nothing, for the next one. */
  keeps: 'name' | 'nothing'
  onPick: (option: PlaceOption) => void
  /** Of the input: what names it, and how it looks. */
  input: ComponentProps<typeof Autocomplete.Input>
}

/** A field that a town, a position or a geohash is typed into, whichever; it offers the cells that may be meant. */
export function PlaceBox({ characters, keeps, onPick, input }: Props) {
  const [text, setText] = useState('')
  const [isOpen, setIsOpen] = useState(false)
  const { options, isLooking, problem } = usePlaceOptions(text, characters)
  const pick = (option: PlaceOption) => {
    setText(keeps === 'name' ? option.text : '')
    setIsOpen(false)
    onPick(option)
  }
  return (
    <Autocomplete.Root
      items={options}
      mode="none"
      autoHighlight="always"
      value={text}
      open={isOpen && text.trim() !== ''}
      onOpenChange={setIsOpen}
      onValueChange={(value, { reason }) => {
        if (reason === 'item-press') return
        setText(value)
        setIsOpen(true)
      }}
      itemToStringValue={(option: PlaceOption) => option.text}
    >
      <Autocomplete.Input autoComplete="off" spellCheck={false} {...input} />
      <Autocomplete.Portal>
        <Autocomplete.Positioner sideOffset={6} className="z-20">
          <Autocomplete.Popup className="max-h-80 w-(--anchor-width) overflow-y-auto rounded-md border border-edge bg-raised p-1.5 shadow-[0_12px_32px_-12px_rgb(0_0_0/0.45)]">
            <Autocomplete.Status className="px-3 py-1.5 text-sm text-soft empty:hidden">
              {wordsOf({ isLooking, problem, count: options.length })}
            </Autocomplete.Status>
            <Autocomplete.List>
              {(option: PlaceOption) => (
                <Autocomplete.Item
                  key={option.id}
                  value={option}
                  onClick={() => pick(option)}
                  className="flex min-h-11 cursor-pointer items-baseline justify-between gap-4 rounded-sm px-3 py-2.5 text-sm data-highlighted:bg-ink data-highlighted:text-ground"
                >
                  <span className="min-w-0 [overflow-wrap:anywhere]">{option.text}</span>
                  <span className="text-right text-xs">{option.hint}</span>
                </Autocomplete.Item>
              )}
            </Autocomplete.List>
          </Autocomplete.Popup>
        </Autocomplete.Positioner>
      </Autocomplete.Portal>
    </Autocomplete.Root>
  )
}

function wordsOf(found: { isLooking: boolean; problem: string; count: number }): string {
  if (found.problem !== '') return `Towns could not be looked up. ${found.problem}`
  if (found.isLooking) return 'Looking…'
  return found.count === 0 ? 'No town begins so. A geohash or “48.8584, 2.2945” works too.' : ''
}
