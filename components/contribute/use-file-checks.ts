'use client'
import { useEffect, useState } from 'react'
import { findMissing, readFilmClaims } from '#lib/client/film-claims'
import { serviceNow } from '#lib/client/service-clock'
import { claimChecks, type StatedClaims } from '#lib/domain/film/claim-checks'
import type { EarlyCheck } from '#lib/domain/film/early-checks'
import type { MovieClaims } from '#lib/domain/film/movie-claims'
import type { MissingClaim } from './hand-in-problems.ts'

type Asked = {
  /** Geohash of the place in the brief; `null` if it names none. */
  place: string | null
  /** When it was posted, ISO 8601. */
  postedAt: string
}

export type FileChecks = {
  isCut: boolean
  /** Which of place and time the file lacks. Empty while the file is being read, and if this browser cannot read it. */
  missing: MissingClaim[]
  /** Compares place and time of the file with the bounty, or what the contributor says where the file says nothing. */
  compare: (stated: StatedClaims) => EarlyCheck[]
}

const members: Partial<Record<EarlyCheck['name'], MissingClaim>> = { place: 'location', time: 'captured_at' }

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
  const isRead = found !== undefined && found.file === file
  const claims = isRead ? found.claims : undefined
  const asked = { place, orderedAt: Date.parse(postedAt) / 1_000 }
  const compare = (stated: StatedClaims) => {
    const now = serviceNow().getTime() / 1_000
    if (claims) return claimChecks({ claims, stated, asked, now })
    // The file has not been read, so it is not known whether it has a place or times: nothing is said about what it lacks.
    const unread = { position: undefined, times: [] }
    return claimChecks({ claims: unread, stated, asked, now }).filter(({ is }) => is !== 'unknown')
  }
  return {
    isCut: isRead && found.isCut,
    missing: claims
      ? compare({}).flatMap(({ name, is }) => (is === 'unknown' ? (members[name] ?? []) : []))
      : [],
    compare,
  }
}
