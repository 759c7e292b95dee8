'use client'
import { useCallback, useRef, useState } from 'react'

const stepSeconds = 0.5

/** Several clips as one: played, stopped and searched together, so that films can be compared side by side. */
export function usePlayers() {
  const players = useRef(new Map<string, HTMLVideoElement>())
  const [isPlaying, setIsPlaying] = useState(false)
  const [position, setPosition] = useState(0)
  const [duration, setDuration] = useState(0)
  const all = () => [...players.current.values()]
  const longest = () => Math.max(0, ...all().map(({ duration: each }) => (Number.isFinite(each) ? each : 0)))
  const seek = useCallback((seconds: number) => {
    for (const player of players.current.values())
      player.currentTime = Math.min(seconds, Number.isFinite(player.duration) ? player.duration : seconds)
    setPosition(seconds)
  }, [])
  const watch = (id: string) => (player: HTMLVideoElement | null) => {
    if (!player) return
    players.current.set(id, player)
    const measure = () => setDuration(longest())
    const follow = () => setPosition(Math.max(0, ...all().map(({ currentTime }) => currentTime)))
    const look = () => setIsPlaying(all().some(({ paused, ended }) => !paused && !ended))
    const ending = new AbortController()
    const { signal } = ending
    player.addEventListener('loadedmetadata', measure, { signal })
    player.addEventListener('timeupdate', follow, { signal })
    for (const name of ['play', 'pause', 'ended']) player.addEventListener(name, look, { signal })
    measure()
    return () => {
      ending.abort()
      players.current.delete(id)
    }
  }
  const refs = useRef(new Map<string, ReturnType<typeof watch>>())
  /** For the `ref` of a clip: one function for each, or it would be let go and taken again at every move. */
  const register = (id: string) => {
    const known = refs.current.get(id) ?? watch(id)
    refs.current.set(id, known)
    return known
  }
  return {
    isPlaying,
    position,
    duration,
    register,
    toggle: () => {
      if (all().some(({ paused, ended }) => !paused && !ended)) for (const player of all()) player.pause()
      // A browser may refuse to play before the reader has touched the page; the clip's own button then does.
      else for (const player of all()) player.play().catch(() => {})
    },
    seek,
    step: (direction: 1 | -1) => seek(Math.max(0, position + direction * stepSeconds)),
  }
}
