import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { type Progress, type Stage, stages } from '../progress.ts'

export type StageCost = { stage: Stage; wallSeconds: number; cpuSeconds: number }

const main = fileURLToPath(new URL('../main.ts', import.meta.url))
/** Linux counts processor time in hundredths of a second. */
const ticksPerSecond = 100

/**
 * Runs the engine and measures each stage by the progress lines. Processor time is that of the engine and of every program
 * that it started.
 */
export async function runEngine(paths: { video: string; work: string; out: string }): Promise<{
  stages: StageCost[]
  peakMegabytes: number
}> {
  const args = [main, '--video', paths.video, '--work', paths.work, '--out', paths.out]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  const marks: { stage: Stage; at: number; cpu: number }[] = []
  let peakMegabytes = 0
  const mark = (stage: Stage) => marks.push({ stage, at: performance.now(), cpu: cpuSeconds(child.pid!) })
  mark('frames')
  let refusal: string | undefined
  for await (const line of createInterface({ input: child.stdout })) {
    const printed = JSON.parse(line) as Progress | { reason: string }
    if ('reason' in printed) {
      refusal = printed.reason
      continue
    }
    const { stage, fraction } = printed
    if (stages.indexOf(stage) > stages.indexOf(marks.at(-1)!.stage)) mark(stage)
    peakMegabytes = Math.max(peakMegabytes, peakOf(child.pid!))
    // The last line. What follows takes no measurable time.
    if (stage === 'packing' && fraction === 1) mark('packing')
  }
  const code = child.exitCode ?? (await new Promise((resolve) => child.once('exit', resolve)))
  if (code !== 0) throw new Error(refusal ?? `the engine ended with ${code}`)
  const costs = marks.slice(0, -1).map(({ stage, at, cpu }, index) => {
    const next = marks[index + 1]!
    return { stage, wallSeconds: (next.at - at) / 1000, cpuSeconds: next.cpu - cpu }
  })
  return { stages: costs, peakMegabytes }
}

function cpuSeconds(pid: number): number {
  // The fields follow the name, which may contain spaces. utime, stime and those of the children waited for are fields 14 to 17.
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
