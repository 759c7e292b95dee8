'use client'
import { useCallback, useRef, useState } from 'react'

const stepSeconds = 0.5
/** True if a clip has reached its end, from where `play()` would start it again from the beginning. */
const isOver = ({ currentTime, duration }: HTMLVideoElement) =>
  Number.isFinite(duration) && currentTime >= duration - 0.05
const isRunning = ({ paused, ended }: HTMLVideoElement) => !paused && !ended

/**
 * Plays, stops and searches clips: one of them, or several as one, so that films can be compared side by side.
 *
 * @param isActive true if a clip takes part; the others are paused
 */
export function usePlayers(isActive: (id: string) => boolean) {
  const players = useRef(new Map<string, HTMLVideoElement>())
  const takesPart = useRef(isActive)
  takesPart.current = isActive
  const [isPlaying, setIsPlaying] = useState(false)
  const [position, setPosition] = useState(0)
  const [duration, setDuration] = useState(0)
  /** The clips that ended, by id, and whether the active clips have different lengths. */
  const [ended, setEnded] = useState<readonly string[]>([])
  const [differ, setDiffer] = useState(false)
  const active = useCallback(
    () => [...players.current].filter(([id]) => takesPart.current(id)).map(([, player]) => player),
    [],
  )
  /** Reads the state of the active clips, after an event of one of them, or after other clips became active. */
  const read = useCallback(() => {
    const all = active()
    const lengths = all.map(({ duration: each }) => each).filter(Number.isFinite)
    setDuration(Math.max(0, ...lengths))
    setDiffer(Math.max(...lengths) - Math.min(...lengths) > 0.5)
    setEnded([...players.current].filter(([, player]) => isOver(player)).map(([id]) => id))
    setPosition(Math.max(0, ...all.map(({ currentTime }) => currentTime)))
    setIsPlaying(all.some(isRunning))
  }, [active])
  const watch = (id: string) => (player: HTMLVideoElement | null) => {
    if (!player) return
    players.current.set(id, player)
    const ending = new AbortController()
    for (const name of ['loadedmetadata', 'timeupdate', 'seeked', 'play', 'pause', 'ended'])
      player.addEventListener(name, read, { signal: ending.signal })
    read()
    return () => {
      ending.abort()
      players.current.delete(id)
    }
  }
  const refs = useRef(new Map<string, ReturnType<typeof watch>>())
  /** For the `ref` of a clip: one function per clip, because a new function would detach and attach it at every render. */
  const register = (id: string) => {
    const known = refs.current.get(id) ?? watch(id)
    refs.current.set(id, known)
    return known
  }
  const seek = (seconds: number) => {
    for (const player of active())
      player.currentTime = Math.min(seconds, Number.isFinite(player.duration) ? player.duration : seconds)
    setPosition(seconds)
  }
  // A browser may refuse to play before the reader has touched the page.
  const play = () => {
    const all = active()
    const unfinished = all.filter((player) => !isOver(player))
    for (const player of unfinished.length > 0 ? unfinished : all) player.play().catch(() => {})
  }
  return {
    isPlaying,
    position,
    duration,
    differ,
    ended,
    register,
    seek,
    toggle: () => {
      if (active().some(isRunning)) for (const player of active()) player.pause()
      else play()
    },
    step: (direction: 1 | -1) => seek(Math.max(0, position + direction * stepSeconds)),
    /** Called after other clips became active: stops the rest. The active clips play on if others were playing, or, all from the position shown, if `plays`. */
    change: ({ plays = false } = {}) => {
      const wasPlaying = [...players.current.values()].some(isRunning)
      for (const player of players.current.values()) player.pause()
      if (plays) seek(position)
      if (wasPlaying || plays) play()
      read()
    },
  }
}
