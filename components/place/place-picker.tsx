'use client'
import { useState } from 'react'
import { Choice } from '#components/ui/choice'
import { Field, fieldLook } from '../review/form-field.tsx'
import { areaOf, farFromTown } from './chosen-place.ts'
import { PlaceBox } from './place-box.tsx'
import { PlaceName } from './place-name.tsx'
import type { PlaceChoice } from './use-place-choice.ts'
import { usePlaceNames } from './use-place-names.ts'

const sizes = [
  { value: '6', text: '1 km' },
  { value: '5', text: '5 km' },
  { value: '4', text: '40 km' },
  { value: '3', text: '150 km' },
] as const

/** Chooses a cell by a name or a position, and shows its name and size. The map beside it does the same by a press. */
export function PlacePicker(props: {
  choice: PlaceChoice
  /** The cell that the instructions name. It counts while no area is chosen. */
  written: string | undefined
  problem: string | undefined
  onType: () => void
}) {
  const { choice, written, problem, onType } = props
  const { place } = choice
  const [typed, setTyped] = useState({ field: choice.field, text: '' })
  const isTyped = typed.field === choice.field && typed.text.trim() !== ''
  return (
    <section aria-label="Place" className="grid min-w-0 gap-3">
      <Field
        name="place"
        label="Where"
        hint="Search for a town, square or street, or choose a place on the map. Only the area is public."
        problem={problem}
      >
        {(control) => (
          <PlaceBox
            key={choice.field}
            text={choice.name}
            onPick={(option, placeName) => {
              const [longitude, latitude] = option.position
              choice.show(
                { place: areaOf(option), spot: option.spot, placeName },
                placeName === undefined ? undefined : { latitude, longitude },
                placeName !== undefined && !option.isLandmark,
              )
            }}
            input={{
              ...control,
              className: `field w-full ${fieldLook}`,
              placeholder: 'For example: Florence',
              onInput: ({ currentTarget }) => {
                setTyped({ field: choice.field, text: currentTarget.value })
                onType()
                choice.type(currentTarget.value)
              },
            }}
          />
        )}
      </Field>
      {place === undefined ? (
        problem === undefined && (
          <p role="status" className="text-sm text-soft">
            No area chosen yet.{' '}
            {isTyped ? (
              'Choose one of the suggestions, or a place on the map.'
            ) : written === undefined ? (
              'Without one, only your words say where to film.'
            ) : (
              <>
                The “Place:” line of your instructions names{' '}
                <PlaceName geohash={written} className="font-semibold" />{' '}
                <code className="text-xs">{written}</code>. Only this area is public.
              </>
            )}
          </p>
        )
      ) : (
        <>
          <div className="flex flex-wrap items-center justify-between gap-x-4">
            <p role="status" className="min-w-0 text-sm">
              {choice.name !== undefined &&
                !choice.isTyping &&
                `You chose ${choice.name}. Everyone sees this area of ${sizeText(place)}: `}
              <PlaceName geohash={place} className="font-semibold" />{' '}
              <span className="text-xs text-soft">
                area code <code title="Geohash">{place}</code>
              </span>
            </p>
            <button
              type="button"
              className="min-h-11 text-sm text-soft underline underline-offset-4 hover:text-ink"
              onClick={choice.remove}
            >
              Remove the area
            </button>
          </div>
          {choice.isTyping && problem === undefined && (
            <p role="status" className="text-sm text-soft">
              This area stays until you choose one of the suggestions, or a place on the map.
            </p>
          )}
          {choice.pin && (
            <p className="text-sm text-soft">
              Public maps show the area, without the pin: describe the exact spot in your instructions.
            </p>
          )}
          {/* Whoever typed a position has no name and no pin. */}
          {!choice.hasStreets && (choice.name !== undefined || choice.pin) && (
            <p className="text-sm text-soft">
              The map has no streets here. For an exact place, type its latitude and longitude above.
            </p>
          )}
          <SizeChoice choice={choice} />
          {choice.takeBack && (
            <p role="status" className="border-l-2 border-wait pl-4 text-sm">
              The place you chose before lies just outside of this area.{' '}
              <button
                type="button"
                className="min-h-9 text-left underline underline-offset-4 pointer-coarse:min-h-11"
                onClick={choice.takeBack}
              >
                Go back to the area around it
              </button>
            </p>
          )}
          {choice.isAtEdge && <EdgeNote choice={choice} />}
          <FarNote place={place} />
        </>
      )}
    </section>
  )
}

/** The sizes that fit the chosen place. */
function SizeChoice({ choice }: { choice: PlaceChoice }) {
  const { characters, finest } = choice
  const known = sizes.filter(({ value }) => Number(value) <= finest)
  return (
    <div className="flex flex-wrap items-center gap-3">
      <span aria-hidden="true" className="text-sm text-soft">
        Size, about
      </span>
      <Choice
        label="Size of the area, about"
        value={String(characters)}
        options={
          known.some(({ value }) => value === String(characters)) ? known : [...known, other(characters)]
        }
        onChange={(value) => choice.resize(Number(value))}
      />
      {known.length < sizes.length && (
        <p className="text-sm text-soft">
          For a smaller area, search for a place in it or choose it on the map.
        </p>
      )}
    </div>
  )
}

/** Offers a larger area, or one beside it, for a place at the edge of its area. */
function EdgeNote({ choice }: { choice: PlaceChoice }) {
  return (
    <div role="status" className="border-l-2 border-wait pl-4 text-sm">
      <p>
        {choice.pin ? 'The pin' : 'The place'} is near the edge of this area. A film from just outside is
        shown as near it, not inside it.
        {choice.roomier !== undefined &&
          ` In the size ${sizes.find(({ value }) => value === String(choice.roomier))?.text}, it is further from the edge.`}
      </p>
      {choice.neighbours.length > 0 && (
        <p>
          You can take an area beside it instead. {choice.pin ? 'The pin' : 'Your place'} then lies just
          outside of the area:
        </p>
      )}
      {choice.neighbours.map((neighbour) => (
        <p key={neighbour.side}>
          <button
            type="button"
            className="min-h-9 text-left underline underline-offset-4 pointer-coarse:min-h-11"
            onClick={() => choice.takeNeighbour(neighbour)}
          >
            Use the area to the {neighbour.side}: <PlaceName geohash={neighbour.geohash} />
          </button>
        </p>
      ))}
    </div>
  )
}

/** Warns beside the payment of an area far from every town, where a bounty may only tie up the money. `FarNote` asks where the area is chosen. */
export function FarWarning({ place }: { place: string }) {
  const far = farFromTown(usePlaceNames([place]).get(place))
  if (far === undefined) return null
  return (
    <p role="status" className="max-w-[60ch] border-l-2 border-wait pl-4 text-sm">
      <strong>Nobody may be able to film there:</strong> this area is {far}. If nobody does, the money stays
      in escrow until you cancel or the deadline passes, and then all of it comes back.
    </p>
  )
}

/** Asks about an area that is far from every town, such as one in the sea. It never prevents the order. */
function FarNote({ place }: { place: string }) {
  const far = farFromTown(usePlaceNames([place]).get(place))
  if (far === undefined) return null
  return (
    <p role="status" className="border-l-2 border-wait pl-4 text-sm">
      This area is {far}. Is it right?
    </p>
  )
}

/** The size of an area, as `about 1 km`. */
export function sizeText(place: string): string {
  const { text } = sizes.find(({ value }) => value === String(place.length)) ?? other(place.length)
  return `about ${text}`
}

/** A link may name a larger cell than we offer. */
function other(characters: number) {
  return { value: String(characters), text: characters === 2 ? '1,000 km' : '5,000 km' }
}
