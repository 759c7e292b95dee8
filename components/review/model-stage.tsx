'use client'
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import { type CameraPath, nearestTurn, orbitAt, readCameraPath } from './camera-path.ts'
import { lowFrameClass } from './model-placeholder.tsx'
import { filmsLimits, ModelView, type Viewer } from './model-view.tsx'
import { PlayerBar } from './player-bar.tsx'
import { SplatView } from './splat-view.tsx'
import { useArchiveFile } from './use-archive-file.ts'
import { useKeptLink } from './use-kept-link.ts'

type Props = {
  model: string
  /** A Gaussian splat of the same place; `null` if the engine made none. */
  splats: string | null
  poster: string | null
  archive: string | null
  film: string | null
}

/**
 * The model over the whole width: its surface, or its Gaussian splat if it has one. If the camera's path is known, the film lies on the
 * surface, and both move along that path.
 */
export function ModelStage({ model, splats, poster, archive, film }: Props) {
  const path = useArchiveFile(archive, 'transforms.json', readCameraPath)
  const viewer = useRef<Viewer>(null)
  const isTaken = useRef(false)
  const [isUnplayable, setIsUnplayable] = useState(false)
  const [showsSplats, setShowsSplats] = useState(false)
  return (
    <section aria-label="3D model" className={`${lowFrameClass} flex flex-col`}>
      <div className="relative min-h-0 flex-1">
        {showsSplats && splats ? (
          <SplatView url={splats} />
        ) : (
          <ModelView url={model} poster={poster} viewer={viewer} path={path} isTaken={isTaken} />
        )}
      </div>
      {/* Below the model, which it would hide in a low window. */}
      {!showsSplats && path && film && !isUnplayable && (
        <FilmOnPath
          path={path}
          film={film}
          poster={poster}
          viewer={viewer}
          isTaken={isTaken}
          onFail={() => setIsUnplayable(true)}
        />
      )}
      {splats && (
        <fieldset className="absolute top-4 right-4 flex gap-1 rounded-full border border-line bg-raised p-1">
          <legend className="sr-only">How the place is shown</legend>
          {[
            { text: 'Surface', isSplats: false },
            { text: 'Splat', isSplats: true },
          ].map(({ text, isSplats }) => (
            <button
              key={text}
              type="button"
              aria-pressed={showsSplats === isSplats}
              onClick={() => setShowsSplats(isSplats)}
              className="min-h-9 rounded-full px-4 text-sm font-semibold pointer-coarse:min-h-11 aria-pressed:bg-ink aria-pressed:text-ground"
            >
              {text}
            </button>
          ))}
        </fieldset>
      )}
    </section>
  )
}

function FilmOnPath(props: {
  path: CameraPath
  film: string
  poster: string | null
  viewer: RefObject<Viewer | null>
  /** Set while the film moves the model, which must not swing then. */
  isTaken: RefObject<boolean>
  onFail: () => void
}) {
  const { path, film, poster, viewer, isTaken, onFail } = props
  const { url, renew } = useKeptLink(film)
  const { url: still } = useKeptLink(poster)
  const video = useRef<HTMLVideoElement>(null)
  const [seconds, setSeconds] = useState(0)
  const [isPlaying, setIsPlaying] = useState(false)
  const last = path.poses.at(-1)!.seconds
  /** The film may go on after the last picture whose camera is known. */
  const [duration, setDuration] = useState(last)
  const lookFrom = (at: number) => {
    isTaken.current = true
    if (viewer.current) look(viewer.current, path, at)
  }
  const follow = useEffectEvent((at: number) => {
    setSeconds(Math.min(at, duration))
    lookFrom(at)
  })
  useEffect(() => {
    if (!isPlaying) return
    let frame = requestAnimationFrame(function next() {
      if (video.current) follow(video.current.currentTime)
      frame = requestAnimationFrame(next)
    })
    return () => cancelAnimationFrame(frame)
  }, [isPlaying])
  if (!url) return null
  return (
    <div className="page relative flex-none py-2">
      <video
        ref={video}
        // Some browsers show no picture of a film before it is played, unless the address names a time.
        src={`${url}#t=0.1`}
        poster={still}
        muted
        playsInline
        preload="metadata"
        aria-label="The film"
        onLoadedMetadata={({ currentTarget }) => setDuration(Math.max(last, currentTarget.duration))}
        onPlay={() => setIsPlaying(true)}
        onPause={() => setIsPlaying(false)}
        onError={() => {
          if (!renew()) onFail()
        }}
        className="pointer-events-none absolute bottom-full left-0 max-h-[24dvh] max-w-[min(42%,22rem)] rounded-lg border border-line bg-sunken lg:max-w-[min(28%,16rem)]"
      />
      <PlayerBar
        isPlaying={isPlaying}
        position={seconds}
        duration={duration}
        label="Position on the way of the camera"
        onToggle={() => {
          const player = video.current
          if (player?.paused) player.play().catch(() => {})
          else player?.pause()
        }}
        onSeek={(at) => {
          if (video.current) video.current.currentTime = at
          setSeconds(at)
          lookFrom(at)
        }}
      />
    </div>
  )
}

/** Moves the viewer's camera to the position of the film's camera. */
function look(viewer: Viewer, path: CameraPath, at: number): void {
  if (viewer.maxCameraOrbit !== filmsLimits.maxCameraOrbit) {
    // The viewer applies limits after positions, so the first position would be moved to within the old limits.
    Object.assign(viewer, filmsLimits)
    void viewer.updateComplete.then(() => look(viewer, path, at))
    return
  }
  const { theta, phi, radius, target } = orbitAt(path, at)
  // The swing before has moved the model away from the camera.
  viewer.resetTurntableRotation()
  viewer.cameraTarget = target.map((value) => `${value}m`).join(' ')
  viewer.cameraOrbit = `${nearestTurn(theta, viewer.getCameraOrbit().theta)}rad ${phi}rad ${radius}m`
  viewer.fieldOfView = `${path.fieldOfViewDegrees}deg`
  if (matchMedia('(prefers-reduced-motion: reduce)').matches)
    void viewer.updateComplete.then(() => viewer.jumpCameraToGoal())
}
