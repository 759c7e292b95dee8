'use client'
import { useEffect, useState } from 'react'
import { callApi } from '#lib/client/call-api'
import { readPlace } from '#lib/client/read-place'
import { countryName } from '#lib/domain/geo/cell-name'
import { geohashLength } from '#lib/domain/geo/geohash'
import { centreOf, geohashBounds } from '#lib/domain/geo/geohash-area'
import { roughPosition } from '#lib/domain/geo/rough-position'
import type { Position } from '#lib/domain/map/map-types'
import { maxPlaceQueryCharacters, type Place, type Places, placesSchema } from '#lib/schemas/places'

const typingPauseMs = 180

export type PlaceOption = {
  id: string
  /** A town is represented by a large cell. */
  geohash: string
  /** The smallest cell around the middle of the place. It lies in that of `geohash`. */
  spot: string
  /** The middle of the place. Where only large cells may be chosen, and for a typed position, it is the middle of the cell. */
  position: Position
  /** The middle of a named place, as exactly as it is known. It stays in this browser. */
  point?: Position
  /** True for a street, a square or a sight, which is smaller than a town. */
  isLandmark?: boolean
  /** True for a cell whose geohash may as well be a name, and for a town that only a part of the text names. It is chosen only on purpose. */
  isGuess?: boolean
  text: string
  hint: string
}
/** The `id` of the cell that the text itself names. */
const ownId = 'own'
type Found = { text: string; answer: Places; problem: string }
const nothing: Places = { places: [] }

/** The possible meanings of a text: a cell, and towns of that name. */
export function usePlaceOptions(text: string, characters: number) {
  const [found, setFound] = useState<Found>({ text: '', answer: nothing, problem: '' })
  const name = nameIn(text)
  useEffect(() => {
    if (name === '') return
    const ending = new AbortController()
    const timer = setTimeout(async () => {
      try {
        const path = `/api/places?q=${encodeURIComponent(name)}` as const
        const answer = await callApi({ path, schema: placesSchema, signal: ending.signal })
        setFound({ text: name, answer, problem: '' })
      } catch (error) {
        if (!ending.signal.aborted)
          setFound({ text: name, answer: nothing, problem: (error as Error).message })
      }
    }, typingPauseMs)
    return () => {
      clearTimeout(timer)
      ending.abort()
    }
  }, [name])
  const isFound = name !== '' && found.text === name
  const answer = isFound ? found.answer : nothing
  return {
    options: optionsFor(text, answer.places, characters, answer.is_part),
    /** Why a suggestion is not what was typed; empty if it is, or if there is none. */
    note: answer.is_part ? partWords(answer.streets_around) : '',
    isLooking: name !== '' && !isFound,
    problem: isFound ? found.problem : withheldProblem(text),
  }
}

/**
 * A position that may be finer than a cell and has letters: a geohash of more characters, three decimals, degrees with minutes
 * (`43º46`, `43d46`) or seconds (`43 46 8`), a plus code, and any text of seven digits, such as UTM.
 */
const finePosition =
  /^(?=.*\d)[0-9b-hjkmnp-z]{7,12}$|\p{Nd}[.,٫]\p{Nd}{3}|[°+]|\p{Nd}\s*[º˚'’′"”″:]\s*\p{Nd}|(?:^|[^\p{L}\p{Nd}])\p{Nd}+\s*(?:[dms]|deg)\s*\p{Nd}|\p{Nd}\s+\p{Nd}+\s+\p{Nd}/iu
const sevenDigits = /(?:\p{Nd}\P{Nd}*){7}/u

/** True for a geohash in groups (`srb 10 0 xk 4`). A postal code beside a name and an ordinal number (`42nd`) are no parts of one. */
function isGroupedGeohash(text: string): boolean {
  const joined = text.replace(/[\s.,/-]+/g, '')
  return (
    /^[0-9b-hjkmnp-z]{7,12}$/i.test(joined) &&
    (joined.match(/\d(?=\D)|\D(?=\d)/g)?.length ?? 0) >= 2 &&
    !/\b[a-z]{4,}\b|\d(?:st|nd|rd|th)\b/i.test(text)
  )
}

/**
 * The text to search a place by; empty if it has no letters, or if it may be an exact position, which does not leave this browser:
 * names have no such parts.
 */
export function nameIn(text: string): string {
  const name = searchable(text)
  return isWithheld(name) ? '' : name
}

/** Why a text that names no cell is not searched; empty if it is searched, or is a cell. */
export function withheldProblem(text: string): string {
  return isWithheld(searchable(text)) && !readPlace(text, geohashLength)
    ? 'The text may be an exact position, which is not sent. Type it as “48.8584, 2.2945”.'
    : ''
}

function searchable(text: string): string {
  const name = text.trim().slice(0, maxPlaceQueryCharacters)
  return /\p{L}/u.test(name) && name.length >= 2 ? name : ''
}

/** True if the only numbers of a text are a house number and a postal code of five digits (`Via Roma 12, 50123 Firenze`): no position. */
function isAddress(text: string): boolean {
  const [shorter, longer, ...more] = (text.match(/\p{Nd}+/gu) ?? []).sort((a, b) => a.length - b.length)
  return shorter !== undefined && shorter.length <= 4 && longer?.length === 5 && more.length === 0
}

function isWithheld(name: string): boolean {
  if (finePosition.test(name) || isGroupedGeohash(name)) return true
  return sevenDigits.test(name) && !(isAddress(name) && /\p{L}{4}/u.test(name))
}

/**
 * What to say where only a part of a text names a place.
 *
 * @param streetsAround the town of the street map; absent if no streets are known
 */
export function partWords(streetsAround: string | undefined): string {
  return streetsAround === undefined
    ? 'Only a part of this names a place. Streets, squares and sights are not known here.'
    : `No square, street or sight of this name is known here. They are known only around ${streetsAround}.`
}

/**
 * The cell that a text names and the towns found for it, the more likely kind first.
 *
 * @param characters of the geohash, @param isPart true if the towns are named by a part of the text
 */
export function optionsFor(
  text: string,
  places: readonly Place[],
  characters: number,
  isPart = false,
): PlaceOption[] {
  const read = readPlace(text, characters)
  const own: PlaceOption[] = read
    ? [
        {
          id: ownId,
          geohash: read.geohash,
          spot: read.geohash,
          position: middleOf(read.geohash),
          isGuess: read.said === 'letters',
          text: text.trim(),
          hint:
            read.said === 'letters'
              ? `map cell (geohash) at ${roughPosition(geohashBounds(read.geohash)!)}`
              : hints[read.said],
        },
      ]
    : []
  const towns = places.map((place): PlaceOption => {
    const { name, country, geohash, centre, latitude, longitude, near } = place
    const isLandmark = place.population === 0
    return {
      id: `${name} ${country} ${centre}`,
      geohash: (isLandmark ? centre : geohash).slice(0, characters),
      spot: centre.slice(0, characters),
      position: characters < geohashLength ? middleOf(centre.slice(0, characters)) : [longitude, latitude],
      point: [longitude, latitude],
      isLandmark,
      isGuess: isPart,
      text: name,
      hint: [near && (isLandmark ? near : `near ${near}`), countryName(country)].filter(Boolean).join(', '),
    }
  })
  // A text with digits is more likely a cell, a text without digits a town.
  return /\d/.test(text) ? [...own, ...towns] : [...towns, ...own]
}

/** What stays in the field when an option was chosen. */
export function optionLabel({ text, hint, id }: PlaceOption): string {
  return id === ownId ? text : `${text}, ${hint}`
}

/** The name of an option, if it has one: a typed position has none, and is finer than its cell. */
export function optionName(option: PlaceOption): string | undefined {
  return option.id === ownId ? undefined : optionLabel(option)
}

function middleOf(geohash: string): Position {
  const { longitude, latitude } = centreOf(geohashBounds(geohash)!)
  return [longitude, latitude]
}

const hints = {
  coordinates: 'latitude, longitude',
  'swapped coordinates': 'read as longitude, latitude',
  cell: 'map cell (geohash)',
} as const
