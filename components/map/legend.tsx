import { ageSteps, ageTokens } from './age-ramp.ts'

/** What the colours and the hatching of a map say, in words; folded away where there is no room. */
export function MapLegend({ showsAges, showsCoverage }: { showsAges: boolean; showsCoverage: boolean }) {
  if (!showsAges && !showsCoverage) return null
  return (
    <details
      open={!matchMedia('(max-width: 40rem)').matches}
      className="map-note absolute bottom-10 left-2 max-w-[calc(100%-1rem)]"
    >
      <summary className="font-semibold">What the map shows</summary>
      {showsAges && (
        <>
          <p className="mt-1 text-soft">Newest capture in a cell</p>
          <ul className="grid gap-0.5">
            {ageSteps.map(({ words }, step) => (
              <li key={words} className="flex items-center gap-2">
                <span
                  aria-hidden="true"
                  className="size-3.5 border border-edge"
                  style={{ background: `var(${ageTokens[step]})` }}
                />
                {words}
              </li>
            ))}
          </ul>
        </>
      )}
      {showsCoverage && (
        <p className="mt-1 flex items-center gap-2">
          <span aria-hidden="true" className="map-hatch size-3.5 shrink-0 border border-edge" />
          Something is known somewhere in the square
        </p>
      )}
    </details>
  )
}
