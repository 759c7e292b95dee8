'use client'
import { Autocomplete } from '@base-ui/react/autocomplete'
import { type ReactNode, useId, useState } from 'react'
import { type PlaceOption, usePlaceOptions } from './use-place-options.ts'

/** Says where: a town, a position or a geohash, whichever is typed. Position and town become a cell before they go anywhere. */
export function PlaceField(props: {
  label: ReactNode
  hint: string
  /** How fine the cell may be, characters of its geohash. */
  characters: number
  onPick: (option: { geohash: string; text: string }) => void
  placeholder?: string
  id?: string
}) {
  const { label, hint, characters, onPick, placeholder } = props
  const ownId = useId()
  const id = props.id ?? ownId
  const [text, setText] = useState('')
  const [isOpen, setIsOpen] = useState(false)
  const { options, isLooking, problem } = usePlaceOptions(text, characters)
  const pick = (option: PlaceOption) => {
    setText('')
    setIsOpen(false)
    onPick({ geohash: option.geohash, text: option.text })
  }
  return (
    <div className="min-w-0">
      <label htmlFor={id} className="block font-semibold">
        {label}
      </label>
      <p id={`${id}-hint`} className="caption">
        {hint}
      </p>
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
        <Autocomplete.Input
          id={id}
          className="field mt-2 w-full font-sans"
          placeholder={placeholder}
          aria-describedby={`${id}-hint`}
          autoComplete="off"
          spellCheck={false}
        />
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
                    <span className="text-right text-xs opacity-80">{option.hint}</span>
                  </Autocomplete.Item>
                )}
              </Autocomplete.List>
            </Autocomplete.Popup>
          </Autocomplete.Positioner>
        </Autocomplete.Portal>
      </Autocomplete.Root>
    </div>
  )
}

function wordsOf({
  isLooking,
  problem,
  count,
}: {
  isLooking: boolean
  problem: string
  count: number
}): string {
  if (problem !== '') return `Towns could not be looked up. ${problem}`
  if (isLooking) return 'Looking…'
  return count === 0 ? 'No town begins so. A geohash or “48.8584, 2.2945” works too.' : ''
}
