/** A ratio that a benchmark measured. */
export type Figure = { name: string; value: number; better: 'higher' | 'lower' }
/** The last recorded value of a figure, and when it was measured. */
export type Recorded = Figure & { on: string }

export type Comparison = {
  name: string
  before: number | undefined
  now: number
  /** By how much the figure is better, as a share: 0.5 if it is half as good again, and negative if it is worse. */
  change: number | undefined
  hasFallen: boolean
}

/** A figure that is worse by more than this share has fallen. */
const tolerance = 0.1

/** Compares measured figures with the recorded ones. A figure that was never recorded cannot fall. */
export function compareFigures(measured: readonly Figure[], recorded: readonly Recorded[]): Comparison[] {
  return measured.map(({ name, value, better }) => {
    const before = recorded.find((each) => each.name === name)?.value
    if (before === undefined) return { name, before, now: value, change: undefined, hasFallen: false }
    const change = better === 'higher' ? value / before - 1 : before / value - 1
    return { name, before, now: value, change, hasFallen: change < -tolerance }
  })
}

/** The recorded figures with the measured ones in the place of those of the same name, sorted by name. */
export function recordFigures(
  measured: readonly Figure[],
  recorded: readonly Recorded[],
  on: string,
): Recorded[] {
  const names = new Set(measured.map(({ name }) => name))
  return [
    ...recorded.filter(({ name }) => !names.has(name)),
    ...measured.map((figure) => ({ ...figure, value: Number(figure.value.toPrecision(4)), on })),
  ].sort((a, b) => (a.name < b.name ? -1 : 1))
}
