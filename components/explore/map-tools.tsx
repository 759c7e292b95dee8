'use client'
import type { DrawTool } from '../map/map-types.ts'

const tools: readonly { value: DrawTool; text: string; title: string }[] = [
  { value: 'look', text: 'Move', title: 'Move the map' },
  { value: 'circle', text: 'Circle', title: 'Draw a circle' },
  { value: 'polygon', text: 'Outline', title: 'Draw an outline' },
]

/**
 * The tools of the map. They are on the page before the map is loaded, which pressing one begins. They look like a `Choice`, whose code is
 * too large to load before any input. A phone has none while the sheet covers the map.
 */
export function MapTools(props: { tool: DrawTool; isCovered: boolean; onTool: (tool: DrawTool) => void }) {
  const { tool, isCovered, onTool } = props
  return (
    <fieldset
      className={`absolute top-3 right-3 z-10 flex gap-1 rounded-full border border-line bg-sunken p-1 ${isCovered ? 'max-lg:hidden' : ''}`}
    >
      <legend className="sr-only">What to do on the map</legend>
      {tools.map(({ value, text, title }) => (
        <button
          key={value}
          type="button"
          aria-pressed={value === tool}
          aria-label={title}
          title={title}
          className="min-h-9 rounded-full px-3 text-sm text-soft hover:text-ink aria-pressed:bg-raised aria-pressed:text-ink aria-pressed:shadow-[0_0_0_1px_var(--edge)] sm:px-3.5 pointer-coarse:min-h-11"
          onClick={() => onTool(value)}
        >
          {text}
        </button>
      ))}
    </fieldset>
  )
}
