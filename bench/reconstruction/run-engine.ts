import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { parseEngineLine } from '../../lib/adapters/reconstruction/engine-line.ts'
import { type ReconstructionStage, reconstructionStages } from '../../lib/domain/reconstruction.ts'

export type StageCost = { stage: ReconstructionStage; wallSeconds: number; cpuSeconds: number }

const main = fileURLToPath(new URL('../../lib/adapters/reconstruction/engine/main.ts', import.meta.url))
/** Linux counts processor time in hundredths of a second. */
const ticksPerSecond = 100

/**
 * Runs the engine and tells what each stage cost, by its own progress lines. Processor time is that of the engine and of
 * every tool it has waited for.
 */
export async function runEngine(paths: { video: string; work: string; out: string }): Promise<{
  stages: StageCost[]
  peakMegabytes: number
}> {
  const args = [main, '--video', paths.video, '--work', paths.work, '--out', paths.out]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  const marks: { stage: ReconstructionStage; at: number; cpu: number }[] = []
  let peakMegabytes = 0
  const mark = (stage: ReconstructionStage) =>
    marks.push({ stage, at: performance.now(), cpu: cpuSeconds(child.pid!) })
  mark('frames')
  let refusal: string | undefined
  for await (const line of createInterface({ input: child.stdout })) {
    const said = parseEngineLine(line)
    if (said?.kind === 'refusal') refusal = said.reason
    if (said?.kind !== 'progress') continue
    const isLater =
      reconstructionStages.indexOf(said.stage) > reconstructionStages.indexOf(marks.at(-1)!.stage)
    if (isLater) mark(said.stage)
    peakMegabytes = Math.max(peakMegabytes, peakOf(child.pid!))
    // The last thing it says: what follows is over in no time.
    if (said.stage === 'packing' && said.fraction === 1) mark('packing')
  }
  const code = child.exitCode ?? (await new Promise((resolve) => child.once('exit', resolve)))
  if (code !== 0) throw new Error(refusal ?? `the engine ended with ${code}`)
  const stages = marks.slice(0, -1).map(({ stage, at, cpu }, index) => {
    const next = marks[index + 1]!
    return { stage, wallSeconds: (next.at - at) / 1000, cpuSeconds: next.cpu - cpu }
  })
  return { stages, peakMegabytes }
}

function cpuSeconds(pid: number): number {
  // After the name, which may hold blanks: utime, stime and those of the children waited for are fields 14 to 17.
  const fields = read(`/proc/${pid}/stat`).split(') ')[1]?.split(' ') ?? []
  return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) / ticksPerSecond
}

function peakOf(pid: number): number {
  return Number(/^VmHWM:\s+(\d+) kB$/m.exec(read(`/proc/${pid}/status`))?.[1] ?? 0) / 1024
}

/** Empty when the process has just ended. */
function read(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}
