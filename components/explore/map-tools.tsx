'use client'
import { Choice } from '#components/ui/choice'
import type { DrawTool } from '../map/map-types.ts'

const tools: readonly { value: DrawTool; text: string; title: string }[] = [
  { value: 'look', text: 'Move', title: 'Move the map' },
  { value: 'circle', text: 'Circle', title: 'Draw a circle' },
  { value: 'polygon', text: 'Outline', title: 'Draw an outline' },
]

/** The tools of the map. They are on the page before the map is loaded, which pressing one begins. */
export function MapTools({ tool, onTool }: { tool: DrawTool; onTool: (tool: DrawTool) => void }) {
  return (
    <div className="absolute top-3 right-3 z-10">
      <Choice label="What to do on the map" value={tool} options={tools} onChange={onTool} />
    </div>
  )
}
