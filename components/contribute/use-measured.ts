'use client'
import { useEffect, useState } from 'react'
import { sampleFilm } from '#lib/client/sample-film'
import { filmSecondsOf } from '#lib/domain/bounty/film-length'
import {
  cutOffCheck,
  type EarlyCheck,
  earlyChecks,
  type FilmFacts,
  sampledFilmChecks,
} from '#lib/domain/film/early-checks'
import { useObjectUrl } from '../ui/use-object-url.ts'

export type Measured = {
  /** The address of the film on this device. */
  url: string | undefined
  facts?: FilmFacts
  isUnplayable?: boolean
  /** Called by the player. */
  setPlayed: (played: Played) => void
  /** True while light, sharpness and movement are not known; `failed` if they could not be measured. */
  sampling: boolean | 'failed'
  checks: EarlyCheck[]
}

/** What this browser measures of a film: whether its file is cut off, its length and size, and light, sharpness and movement. */
export function useMeasured(
  file: File | undefined,
  { instructions, isCut }: { instructions: string; isCut: boolean },
): Measured {
  const url = useObjectUrl(file)
  const played = usePlayed(url)
  const { facts } = played
  const sampled = useSampled(facts && url)
  const askedSeconds = filmSecondsOf(instructions)
  return {
    url,
    ...played,
    sampling: facts !== undefined && !sampled.checks && (sampled.isOver ? 'failed' : true),
    checks: [
      ...(isCut ? [cutOffCheck] : []),
      ...(facts ? [...earlyChecks({ ...facts, askedSeconds }), ...(sampled.checks ?? [])] : []),
    ],
  }
}

type Played = { facts?: FilmFacts; isUnplayable?: boolean }

/** What the player found about the film at a local address. It is dropped with the next film. */
function usePlayed(url: string | undefined) {
  const [found, setFound] = useState<Played & { url?: string | undefined }>({})
  const own: Played = found.url === url ? found : {}
  return { ...own, setPlayed: (played: Played) => setFound({ ...own, ...played, url }) }
}

/** Light, sharpness and movement of the film at a local address. If `isOver` is true and `checks` is absent, the check failed. */
function useSampled(url: string | undefined): { checks?: EarlyCheck[]; isOver: boolean } {
  const [found, setFound] = useState<{ url: string; checks?: EarlyCheck[] }>()
  useEffect(() => {
    if (url === undefined) return
    const leaving = new AbortController()
    sampleFilm(url, leaving.signal).then((sampled) => {
      if (!leaving.signal.aborted) setFound({ url, ...(sampled && { checks: sampledFilmChecks(sampled) }) })
    })
    return () => leaving.abort()
  }, [url])
  if (!found || found.url !== url) return { isOver: false }
  return { ...(found.checks && { checks: found.checks }), isOver: true }
}
