'use client'
import { useEffect, useState } from 'react'
import { callApi } from '#lib/client/call-api'
import { readPlace } from '#lib/client/read-place'
import { type Place, placesSchema } from '#lib/schemas/places'

const typingPauseMs = 180

export type PlaceOption = { id: string; geohash: string; text: string; hint: string }
type Found = { text: string; places: readonly Place[]; problem: string }

/** What a text may mean: a cell of its own, and towns that are called so. */
export function usePlaceOptions(text: string, characters: number) {
  const [found, setFound] = useState<Found>({ text: '', places: [], problem: '' })
  const name = /\p{L}/u.test(text) && text.trim().length >= 2 ? text.trim() : ''
  useEffect(() => {
    if (name === '') return
    const ending = new AbortController()
    const timer = setTimeout(async () => {
      try {
        const path = `/api/places?q=${encodeURIComponent(name)}` as const
        const { places } = await callApi({ path, schema: placesSchema, signal: ending.signal })
        setFound({ text: name, places, problem: '' })
      } catch (error) {
        if (!ending.signal.aborted) setFound({ text: name, places: [], problem: (error as Error).message })
      }
    }, typingPauseMs)
    return () => {
      clearTimeout(timer)
      ending.abort()
    }
  }, [name])
  const isFound = name !== '' && found.text === name
  const read = readPlace(text, characters)
  const own: PlaceOption[] = read
    ? [{ id: 'own', geohash: read.geohash, text: `Cell ${read.geohash}`, hint: hints[read.said] }]
    : []
  const towns = (isFound ? found.places : []).map(({ name: town, country, geohash }) => ({
    id: `${town} ${country} ${geohash}`,
    geohash: geohash.slice(0, characters),
    text: town,
    hint: countryName(country),
  }))
  return {
    // Somebody who types digits means a cell; a word is more likely a town.
    options: /\d/.test(text) ? [...own, ...towns] : [...towns, ...own],
    isLooking: name !== '' && !isFound,
    problem: isFound ? found.problem : '',
  }
}

const hints = {
  coordinates: 'from latitude, longitude',
  'swapped coordinates': 'read as longitude, latitude',
  cell: 'geohash',
} as const

const countries = new Intl.DisplayNames(['en'], { type: 'region' })

function countryName(code: string): string {
  try {
    return countries.of(code) ?? code
  } catch {
    return code
  }
}
