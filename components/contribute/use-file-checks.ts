'use client'
import { useEffect, useState } from 'react'
import { findMissing, readFilmClaims } from '#lib/client/film-claims'
import { claimChecks } from '#lib/domain/film/claim-checks'
import type { EarlyCheck } from '#lib/domain/film/early-checks'
import type { MovieClaims } from '#lib/domain/film/movie-claims'
import type { MissingClaim } from './hand-in-problems.ts'

type Asked = {
  /** Geohash of the place in the brief; `null` if it names none. */
  place: string | null
  /** When it was posted, ISO 8601. */
  postedAt: string
}

export type FileChecks = { isCut: boolean; claims: EarlyCheck[] }

const members: Partial<Record<EarlyCheck['name'], MissingClaim>> = { place: 'location', time: 'captured_at' }

/** Which of place and time the file lacks. Empty while the file is being read, and if this browser cannot read it. */
export function missingClaims({ claims }: FileChecks): MissingClaim[] {
  return claims.flatMap(({ name, is }) => (is === 'unknown' ? (members[name] ?? []) : []))
}

/** What the file itself says: whether its end is missing, and its place and time, as far as this browser can read them. */
export function useFileChecks(file: File | undefined, { place, postedAt }: Asked): FileChecks {
  const [found, setFound] = useState<{ file: File; isCut: boolean; claims: MovieClaims | undefined }>()
  useEffect(() => {
    if (!file) return
    let isOver = false
    Promise.all([findMissing(file), readFilmClaims(file)]).then(([missing, claims]) => {
      if (!isOver) setFound({ file, isCut: missing !== undefined, claims })
    })
    return () => {
      isOver = true
    }
  }, [file])
  if (!found || found.file !== file) return { isCut: false, claims: [] }
  const { isCut, claims } = found
  const orderedAt = Date.parse(postedAt) / 1_000
  return {
    isCut,
    claims: claims ? claimChecks({ claims, asked: { place, orderedAt }, now: Date.now() / 1_000 }) : [],
  }
}
