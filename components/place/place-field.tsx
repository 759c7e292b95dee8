'use client'
import { type ReactNode, useId } from 'react'
import { PlaceBox } from './place-box.tsx'
import type { PlaceOption } from './use-place-options.ts'

/**
 * A form field for a place: a town, a position or a geohash. Position and town are reduced to a cell before
 * anything is sent.
 */
export function PlaceField(props: {
  label: ReactNode
  hint: string
  /** The finest allowed precision of the cell, in characters of its geohash. */
  characters: number
  onPick: (option: PlaceOption) => void
  /** The name of the place that is chosen when the field appears. */
  text?: string | undefined
  placeholder?: string
  id?: string
}) {
  const { label, hint, characters, onPick, text, placeholder } = props
  const ownId = useId()
  const id = props.id ?? ownId
  return (
    <div className="min-w-0">
      <label htmlFor={id} className="block font-semibold">
        {label}
      </label>
      <p id={`${id}-hint`} className="caption">
        {hint}
      </p>
      <PlaceBox
        characters={characters}
        text={text}
        onPick={onPick}
        input={{
          id,
          className: 'field mt-2 w-full font-sans placeholder:text-soft/90',
          placeholder,
          'aria-describedby': `${id}-hint`,
        }}
      />
    </div>
  )
}
