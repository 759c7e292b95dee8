'use client'
import dynamic from 'next/dynamic'
import { useState } from 'react'
import { loadPart } from '#components/ui/load-part'
import type { MapProps } from './map-types.ts'
import { StillMap } from './still-map.tsx'
import { useHadInput } from './use-had-input.ts'

const AreaMap = dynamic(() => loadPart(() => import('./area-map.tsx'), 'The map', 'over-map'), { ssr: false })

/** Up to this zoom the still picture shows the same as the map. */
const worldZoom = 2.3

/**
 * The map is most of a megabyte, and a machine without a graphics card is busy with it for seconds. So it is
 * loaded on the first input event, or at once if it has data to show or the address names a place. Until it is
 * drawn, the page shows a still picture: of the world, or `still`.
 */
export default function MapAfterInput(props: MapProps) {
  const { className = '', onView } = props
  const hadInput = useHadInput()
  const [isDrawn, setIsDrawn] = useState(false)
  const hasSomething = props.area !== undefined || (props.cells?.length ?? 0) > 0
  const isElsewhere = props.picture === undefined && props.view.zoom > worldZoom
  const opens = hadInput || hasSomething || isElsewhere
  return (
    <div className={`relative isolate overflow-hidden bg-map-land ${className}`}>
      {!isDrawn && !isElsewhere && (
        <StillMap
          label={opens ? undefined : props.label}
          shows={props.picture ?? props.view}
          className="absolute inset-0"
        />
      )}
      {!isDrawn && isElsewhere && props.still}
      {opens && (
        <AreaMap
          {...props}
          className="absolute inset-0"
          onView={(view, bounds) => {
            setIsDrawn(true)
            onView?.(view, bounds)
          }}
        />
      )}
    </div>
  )
}
