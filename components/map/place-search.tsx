'use client'
import { Autocomplete } from '@base-ui/react/autocomplete'
import { useState } from 'react'
import { type CellBounds, geohashLength } from '#lib/domain/geohash'
import { geohashBounds } from '#lib/domain/geohash-area'
import { type PlaceOption, usePlaceOptions } from '../place/use-place-options.ts'

/** One field that leads the map to a town, a position or a geohash, whichever is typed. */
export function PlaceSearch({ onGo }: { onGo: (bounds: CellBounds) => void }) {
  const [text, setText] = useState('')
  const [isOpen, setIsOpen] = useState(false)
  const { options, isLooking, problem } = usePlaceOptions(text, geohashLength)
  const go = ({ geohash, text: chosen }: PlaceOption) => {
    const bounds = geohashBounds(geohash)
    setText(chosen)
    setIsOpen(false)
    if (bounds) onGo(bounds)
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
      <Autocomplete.Input
        aria-label="Go to a place: a town, latitude and longitude, or a geohash"
        placeholder="Town, lat, lon or geohash"
        className="field min-h-11 w-full rounded-full font-sans"
        autoComplete="off"
        spellCheck={false}
      />
      <Autocomplete.Portal>
        <Autocomplete.Positioner sideOffset={6} className="z-20">
          <Autocomplete.Popup className="max-h-80 w-(--anchor-width) overflow-y-auto rounded-md border border-edge bg-raised p-1.5">
            <Autocomplete.Status className="px-3 py-1.5 text-sm text-soft empty:hidden">
              {wordsOf({ isLooking, problem, count: options.length })}
            </Autocomplete.Status>
            <Autocomplete.List>
              {(option: PlaceOption) => (
                <Autocomplete.Item
                  key={option.id}
                  value={option}
                  onClick={() => go(option)}
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
  return found.count === 0 ? 'Nothing is called so. A geohash or “48.8584, 2.2945” works too.' : ''
}
