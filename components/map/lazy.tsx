'use client'
import dynamic from 'next/dynamic'

/** The map is most of a megabyte, and needs a browser. */
const AreaMap = dynamic(() => import('./area-map.tsx').then((module) => module.AreaMap), {
  ssr: false,
  loading: () => <p className="p-4 text-sm text-soft">Loading the map…</p>,
})

export default AreaMap
