import { ageSteps, ageTokens } from './age-ramp.ts'

/** What the colours and the hatching of a map say, in words. Colours are in the order they are named. */
export function MapLegend({ showsCells, showsCoverage }: { showsCells: boolean; showsCoverage: boolean }) {
  if (!showsCells && !showsCoverage) return null
  return (
    <div className="flex flex-wrap items-center gap-x-6 gap-y-2 text-xs">
      {showsCells && (
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <span className="text-soft">Newest capture in the cell:</span>
          <ul className="flex flex-wrap gap-x-3 gap-y-1">
            {ageSteps.map(({ words }, step) => (
              <li key={words} className="flex items-center gap-1.5">
                <span
                  aria-hidden="true"
                  className="size-3.5 border border-edge"
                  style={{ background: `var(${ageTokens[step]})` }}
                />
                {words}
              </li>
            ))}
          </ul>
        </div>
      )}
      {showsCoverage && (
        <p className="flex items-center gap-1.5">
          <span aria-hidden="true" className="map-hatch size-3.5 border border-edge" />
          Observations somewhere in the hatched square
        </p>
      )}
    </div>
  )
}
