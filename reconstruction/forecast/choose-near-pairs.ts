const steps = [1, 2, 3]

/** The pictures to compare: each with the next three of its stretch. One step is too little to show depth. */
export function chooseNearPairs(stretches: readonly (readonly string[])[]): [string, string][] {
  return stretches.flatMap((names) =>
    names.flatMap((one, index) =>
      steps.flatMap((step): [string, string][] => {
        const other = names[index + step]
        return other === undefined ? [] : [[one, other]]
      }),
    ),
  )
}
