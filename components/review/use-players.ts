'use client'
import { useCallback, useRef, useState } from 'react'

const stepSeconds = 0.5
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
  const active = useCallback(
    () => [...players.current].filter(([id]) => takesPart.current(id)).map(([, player]) => player),
    [],
  )
  /** Reads the state of the active clips, after an event of one of them, or after other clips became active. */
  const read = useCallback(() => {
    const all = active()
    setDuration(Math.max(0, ...all.map(({ duration: each }) => (Number.isFinite(each) ? each : 0))))
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
    for (const player of active()) player.play().catch(() => {})
  }
  return {
    ...{ isPlaying, position, duration, register, seek },
    toggle: () => {
      if (active().some(isRunning)) for (const player of active()) player.pause()
      else play()
    },
    step: (direction: 1 | -1) => seek(Math.max(0, position + direction * stepSeconds)),
    /** Called after other clips became active: stops the rest. The active clips play on if others were playing, or if `plays`. */
    change: ({ plays = false } = {}) => {
      const wasPlaying = [...players.current.values()].some(isRunning)
      for (const player of players.current.values()) player.pause()
      if (wasPlaying || plays) play()
      read()
    },
  }
}
