import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import type { Progress } from '../progress.ts'

export type Line = Partial<Progress & { reason: string }>

const main = fileURLToPath(new URL('../main.ts', import.meta.url))

/** Runs the command line; `onLine` may end the program. */
export async function runMain(
  args: readonly string[],
  {
    env = process.env,
    onLine,
  }: { env?: NodeJS.ProcessEnv; onLine?: (line: Line, kill: (signal: NodeJS.Signals) => void) => void } = {},
): Promise<{
  exitCode: number | null
  signal: NodeJS.Signals | null
  stdout: string
  lines: Line[]
  stderr: string
}> {
  const child = spawn(process.execPath, [main, ...args], { stdio: ['ignore', 'pipe', 'pipe'], env })
  const printed: string[] = []
  createInterface({ input: child.stdout }).on('line', (line) => {
    printed.push(line)
    if (line.startsWith('{')) onLine?.(JSON.parse(line) as Line, (signal) => void child.kill(signal))
  })
  let stderr = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text
  })
  const [exitCode, signal] = await new Promise<[number | null, NodeJS.Signals | null]>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (...ended) => resolve(ended))
  })
  const lines = printed.filter((line) => line.startsWith('{')).map((line) => JSON.parse(line) as Line)
  return { exitCode, signal, stdout: printed.join('\n'), lines, stderr }
}
