'use client'
import { createElement, useEffect, useRef, useState } from 'react'
import { useKeptLink } from './use-kept-link.ts'

/** The model, to turn and to walk around. The viewer is fetched when there is something to show, and asks nobody else for anything. */
export function ModelView({ url }: { url: string }) {
  const { url: kept } = useKeptLink(url)
  const [isReady, setIsReady] = useState(false)
  const [problem, setProblem] = useState('')
  const viewer = useRef<HTMLElement>(null)
  useEffect(() => {
    Object.assign(globalThis, { ModelViewerElement: { meshoptDecoderLocation: '/meshopt_decoder.js' } })
    import('@google/model-viewer').then(
      () => setIsReady(true),
      () => setProblem('The viewer could not be loaded. You can download the model all the same.'),
    )
  }, [])
  useEffect(() => {
    const element = viewer.current
    if (!isReady || !element) return
    const fail = () => setProblem('The model could not be shown here. You can download it all the same.')
    element.addEventListener('error', fail)
    return () => element.removeEventListener('error', fail)
  }, [isReady])
  if (problem)
    return (
      <p role="alert" className="text-sm text-bad">
        {problem}
      </p>
    )
  if (!isReady || !kept) return <p className="text-sm text-soft">Loading the model…</p>
  return createElement('model-viewer', {
    ref: viewer,
    src: kept,
    alt: 'The 3D model of the place. Drag to turn it, scroll to come closer.',
    'camera-controls': '',
    // Nearer than the viewer's own choice, which leaves room around the whole ground.
    'camera-orbit': '0deg 70deg 60%',
    'touch-action': 'pan-y',
    'interaction-prompt': 'none',
    class: 'block aspect-[4/3] h-auto w-full rounded-lg bg-sunken sm:aspect-video',
  })
}
