/** Prints one line per step: what was done, and how long it took. */
export async function step<Result>(name: string, run: () => Promise<Result>): Promise<Result> {
  const begun = performance.now()
  process.stdout.write(`[cairn] ${name} …\n`)
  const result = await run()
  process.stdout.write(`[cairn] ${name}: ${((performance.now() - begun) / 1000).toFixed(1)} s\n`)
  return result
}

export function say(line: string): void {
  process.stdout.write(`[cairn] ${line}\n`)
}
