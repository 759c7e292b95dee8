'use client'
import { useState } from 'react'
import { z } from 'zod'
import { placeOf, wordsOf } from '#lib/domain/bounty/bounty-place'
import { geohashLength } from '#lib/domain/geo/geohash'
import { geohashBounds } from '#lib/domain/geo/geohash-area'

const place = 'cairn.draft'

const draftSchema = z.object({
  title: z.string().catch(''),
  brief: z.string().catch(''),
  place: z.string().optional().catch(undefined),
  /** The cell in it that was searched or pressed. */
  spot: z.string().optional().catch(undefined),
  /** The text by which the place was found. */
  placeName: z.string().optional().catch(undefined),
  /** As typed: the form checks a stored value as it checks a new one. */
  amount: z.string().optional().catch(undefined),
  days: z.string().optional().catch(undefined),
  network: z.string().optional().catch(undefined),
  search: z.string().optional().catch(undefined),
})
type Kept = z.output<typeof draftSchema>
/** `brief` is the text without the place. */
export type Draft = Omit<Kept, 'search'>

/**
 * The draft of the form, stored for reloads of this tab. A link or a copy with its own text takes precedence until the reader edits it.
 *
 * @param search of the address, which identifies the link
 */
export function useDraft(search: string, given: Draft | undefined) {
  const [first] = useState<Draft>(() => firstOf({ search, given, kept: readDraft(stored()) }))
  return {
    first,
    keep: (draft: Draft) =>
      ifAllowed(() => sessionStorage.setItem(place, JSON.stringify({ ...draft, search }))),
    forget: () => ifAllowed(() => sessionStorage.removeItem(place)),
  }
}

/** If the browser blocks storage, the draft is only on the page. */
function ifAllowed(keep: () => void): void {
  try {
    keep()
  } catch {}
}

export function firstOf(from: { search: string; given: Draft | undefined; kept: Kept }): Draft {
  const { search, given, kept } = from
  if (kept.search === search && search !== '') return { ...given, ...kept }
  return given ?? readLink(search) ?? kept
}

/** The form values of a link: `?place=u33db2&title=…&brief=…`, each of them optional. */
export function readLink(search: string): Draft | undefined {
  const query = new URLSearchParams(search)
  if (!['place', 'title', 'brief'].some((name) => query.has(name))) return undefined
  const brief = query.get('brief') ?? ''
  return {
    title: query.get('title') ?? '',
    brief: wordsOf(brief),
    place: readCell(query.get('place') ?? placeOf(brief)),
  }
}

function readCell(text: string | undefined): string | undefined {
  const geohash = text?.trim().toLowerCase().slice(0, geohashLength)
  return geohash && geohashBounds(geohash) ? geohash : undefined
}

function stored(): string | null {
  try {
    return sessionStorage.getItem(place)
  } catch {
    return null
  }
}

export function readDraft(text: string | null): Kept {
  try {
    return draftSchema.parse(JSON.parse(text ?? '{}'))
  } catch {
    return { title: '', brief: '' }
  }
}
