import { z } from 'zod'
import { geohashLength } from '#lib/domain/geo/geohash'

const entry = 'cairn.film-draft'

const draftSchema = z.object({
  note: z.string().optional().catch(undefined),
  /** The geohash of a chosen place. Typed text is not stored, because it may be an exact position. */
  place: z.string().length(geohashLength).optional().catch(undefined),
  /** The value of the `datetime-local` field, in the time zone of this device. */
  time: z.string().optional().catch(undefined),
})
const entrySchema = draftSchema.extend({ of: z.string() })

/** The note, place and time in the form of a film that is not submitted yet. */
export type FilmDraft = z.output<typeof draftSchema>

/** Names a film. @param place names the contributor and the bounty */
export function filmName(place: string, { name, size, lastModified }: File): string {
  return `${place} ${name} ${size} ${lastModified}`
}

/** The draft of a film in this tab; empty if there is none. It is stored because phones reload a page that was in the background. */
export function readFilmDraft(film: string): FilmDraft {
  try {
    const { of, ...draft } = entrySchema.parse(JSON.parse(sessionStorage.getItem(entry) ?? '{}'))
    return of === film ? draft : {}
  } catch {
    return {}
  }
}

/** Stores changes of a film's draft. Only one draft is kept, so that of another film is replaced. If the browser blocks storage, nothing is stored. */
export function changeFilmDraft(film: string, changes: FilmDraft): void {
  try {
    sessionStorage.setItem(entry, JSON.stringify({ ...readFilmDraft(film), ...changes, of: film }))
  } catch {}
}

export function forgetFilmDraft(): void {
  try {
    sessionStorage.removeItem(entry)
  } catch {}
}
