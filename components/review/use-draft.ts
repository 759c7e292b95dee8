'use client'
import { useState } from 'react'
import { z } from 'zod'
import { placeOf, wordsOf } from '#lib/domain/bounty-place'
import { geohashLength } from '#lib/domain/geohash'
import { geohashBounds } from '#lib/domain/geohash-area'

const kept = 'cairn.draft'

const draftSchema = z.object({
  title: z.string().catch(''),
  brief: z.string().catch(''),
  place: z.string().optional().catch(undefined),
})
/** `brief` is what it says besides its place. */
export type Draft = z.output<typeof draftSchema> & { amountUsdc?: number; network?: string }

/** What was written so far, for when the page is loaded again in this tab; a link that brings words of its own goes first. */
export function useDraft(search: string) {
  const [first] = useState<Draft>(() => readLink(search) ?? readDraft())
  return {
    first,
    keep: (draft: Draft) => sessionStorage.setItem(kept, JSON.stringify(draft)),
    forget: () => sessionStorage.removeItem(kept),
  }
}

/** The form as a link fills it: `?place=u33db2&title=…&brief=…`, each of them optional. */
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

function readDraft(): Draft {
  try {
    return draftSchema.parse(JSON.parse(sessionStorage.getItem(kept) ?? '{}'))
  } catch {
    return { title: '', brief: '' }
  }
}
