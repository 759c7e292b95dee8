/** Unwraps longitudes: they continue beyond ±180 where a line crosses the antimeridian, so that no edge spans the whole map. */
export function unwrapLine(line: readonly (readonly number[])[]): [longitude: number, latitude: number][] {
  let turn = 0
  return line.map(([longitude, latitude], index) => {
    const step = index === 0 ? 0 : longitude! - line[index - 1]![0]!
    if (step > 180) turn -= 360
    else if (step < -180) turn += 360
    return [longitude! + turn, latitude!]
  })
}
