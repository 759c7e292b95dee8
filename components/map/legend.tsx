import { ageTokens } from './age-ramp.ts'

/** Explains the lights on a map in one line. The list beside the map says the same for each cell in words. */
export function MapLegend({ showsAges, showsCoverage }: { showsAges: boolean; showsCoverage: boolean }) {
  if (showsAges)
    return (
      <p className="map-legend">
        <span className="text-soft">Newest capture:</span> now
        <span
          aria-hidden="true"
          className="h-2 w-20 rounded-full sm:w-28"
          style={{
            background: `linear-gradient(90deg, ${ageTokens.map((token) => `var(${token})`).join()})`,
          }}
        />
        a year ago
      </p>
    )
  if (!showsCoverage) return null
  return (
    <p className="map-legend">
      <span
        aria-hidden="true"
        className="size-2.5 rounded-full bg-(--age-1) shadow-[0_0_8px_3px_var(--lichen)]"
      />
      Captures exist here
    </p>
  )
}
