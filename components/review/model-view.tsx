'use client'
import type { ModelViewerElement } from '@google/model-viewer'
import { createElement, type Ref, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { CameraPath } from './camera-path.ts'
import { firstView } from './first-view.ts'
import { openLimits, showView, viewOf } from './show-view.ts'
import { type Swing, swingOf, unknownSwing } from './swing.ts'
import { useKeptLink } from './use-kept-link.ts'
import { useSwing } from './use-swing.ts'
import { ViewHelp } from './view-help.tsx'
import { zoomWhenPressed } from './zoom-when-pressed.ts'

export type Viewer = Pick<
  ModelViewerElement,
  | 'cameraOrbit'
  | 'cameraTarget'
  | 'fieldOfView'
  | 'minCameraOrbit'
  | 'maxCameraOrbit'
  | 'minFieldOfView'
  | 'maxFieldOfView'
  | 'getCameraOrbit'
  | 'jumpCameraToGoal'
  | 'resetTurntableRotation'
  | 'updateComplete'
>

type Props = {
  url: string
  /** A picture of the place, shown until the model is loaded. */
  poster: string | null
  viewer?: Ref<Viewer>
  /** The way of the film's camera, if it is known: the view starts on it. */
  path?: CameraPath | undefined
  /** True as soon as something else moves the model. */
  isTaken?: RefObject<boolean>
}

/** The camera of a film may be anywhere. */
export const filmsLimits = { ...openLimits, maxCameraOrbit: 'auto 180deg 400%', maxFieldOfView: '110deg' }

/** The ring of the other controls, drawn inside, where the frame of the viewer does not cut it off. */
const focusRing = `
  .userInput:focus-visible { outline: none; }
  .userInput:focus-visible::after {
    position: absolute;
    inset: 0;
    box-shadow: inset 0 0 0 3px var(--ink), inset 0 0 0 6px var(--lichen);
    content: "";
    pointer-events: none;
  }`

/**
 * The model, to turn and to walk around. It swings slowly until it is touched, only over sides that were filmed, unless the reader prefers
 * reduced motion. The viewer is loaded when there is a model to show, and sends no requests to other origins.
 */
export function ModelView({ url, poster, viewer, path, ...given }: Props) {
  const { url: kept } = useKeptLink(url)
  const [first, setFirst] = useState<ReturnType<typeof firstView>>()
  const isReady = first !== undefined
  const [isLoaded, setIsLoaded] = useState(false)
  const [problem, setProblem] = useState('')
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    Object.assign(globalThis, { ModelViewerElement: { meshoptDecoderLocation: '/meshopt_decoder.js' } })
    import('@google/model-viewer').then(
      () => setFirst(firstView(box.current)),
      () => setProblem('The viewer could not be loaded. You can still download the model.'),
    )
  }, [])
  useEffect(() => {
    const element = box.current?.querySelector('model-viewer')
    if (!isReady || !element) return
    const fail = () => setProblem('The model could not be shown here. You can still download it.')
    const show = () => setIsLoaded(true)
    showFocus(element)
    const stop = new AbortController()
    zoomWhenPressed(box.current!, stop.signal)
    element.addEventListener('error', fail)
    element.addEventListener('load', show)
    return () => {
      stop.abort()
      element.removeEventListener('error', fail)
      element.removeEventListener('load', show)
    }
  }, [isReady])
  const own = useRef(false)
  const isTaken = given.isTaken ?? own
  const [swing, setSwing] = useState(unknownSwing)
  const isPlaced = useRef(false)
  useLayoutEffect(() => {
    // The path may arrive after the model.
    if (!isLoaded || isTaken.current) return
    const jumps = !isPlaced.current || matchMedia('(prefers-reduced-motion: reduce)').matches
    setSwing(startAgain(box.current, path, jumps))
    isPlaced.current = true
  }, [isLoaded, path, isTaken])
  useSwing(box, { isLoaded, swing, isTaken })
  return (
    <>
      <div ref={box} className="absolute inset-0">
        {first &&
          kept &&
          createElement('model-viewer', {
            ref: viewer,
            src: kept,
            alt: 'The 3D model of the place. Drag to turn it. Click it and scroll, or scroll with Ctrl, to come closer.',
            'camera-controls': '',
            'camera-orbit': first.orbit,
            // The camera of a film may also be inside the model.
            'min-camera-orbit': 'auto 0deg 0m',
            'max-camera-orbit': first.limits.maxCameraOrbit,
            'min-field-of-view': '10deg',
            'max-field-of-view': first.limits.maxFieldOfView,
            'touch-action': 'pan-y',
            'interaction-prompt': 'none',
            class: 'size-full',
          })}
        {!isLoaded && (
          <div className="pointer-events-none absolute inset-0 grid place-items-center bg-sunken">
            {poster && (
              // biome-ignore lint/performance/noImgElement: a signed link that changes with every visit
              <img src={poster} alt="" className="absolute inset-0 size-full object-cover opacity-40" />
            )}
            <p role={problem ? 'alert' : 'status'} className="panel relative px-5 py-3 text-sm">
              {problem || 'Loading the model…'}
            </p>
          </div>
        )}
      </div>
      {isLoaded && (
        <ViewHelp
          onReset={() => {
            isTaken.current = true
            startAgain(box.current, path, false)
          }}
        />
      )}
    </>
  )
}

/** Moves the camera to the first view. @returns the sides over which the model swings there */
function startAgain(box: HTMLElement | null, path: CameraPath | undefined, jumps: boolean): Swing {
  const element = box?.querySelector('model-viewer')
  if (!box || !element) return unknownSwing
  const view = viewOf(element, box, path)
  void showView(element, view, { jumps })
  return path && view ? swingOf(path, view.theta) : unknownSwing
}

let focusSheet: CSSStyleSheet | undefined

/** The viewer marks its focus by a line of one pixel. Its elements are in a shadow tree, which the style sheets of a page do not reach. */
function showFocus({ shadowRoot }: Element): void {
  if (!shadowRoot) return
  if (!focusSheet) {
    focusSheet = new CSSStyleSheet()
    focusSheet.replaceSync(focusRing)
  }
  if (!shadowRoot.adoptedStyleSheets.includes(focusSheet)) shadowRoot.adoptedStyleSheets.push(focusSheet)
}
