'use client'
import dynamic from 'next/dynamic'
import type { MapProps } from './map-types.ts'
import { StillMap } from './still-map.tsx'
import { useStirred } from './use-stirred.ts'

const AreaMap = dynamic(() => import('./area-map.tsx').then((module) => module.AreaMap), {
  ssr: false,
  loading: () => <p className="p-4 text-sm text-soft">Loading the map…</p>,
})

/** Up to here the still picture shows what the map would. */
const worldZoom = 2

/**
 * The map is most of a megabyte, and a machine without a graphics card is busy with it for seconds. So it is brought once
 * somebody stirs, or at once where there is something on it to be seen, or an address leads to a place; until then the page shows the world standing still.
 */
export default function MapOnceStirred(props: MapProps) {
  const hasStirred = useStirred()
  const hasSomething = props.area !== undefined || (props.cells?.length ?? 0) > 0
  const isElsewhere = props.view.zoom > worldZoom
  if (hasStirred || hasSomething || isElsewhere) return <AreaMap {...props} />
  return <StillMap label={props.label} className={props.className} />
}
