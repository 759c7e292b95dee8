import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { ProgramFailed, runProgram } from './run-program.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'cairn-program-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const limits = { cpuSeconds: 60, memoryBytes: 8 * 2 ** 30, fileBytes: 2 ** 20 }

/** Runs a script of Node in the folder. */
const run = (
  script: string,
  more: { cpuSeconds?: number; signal?: AbortSignal; onLine?: (line: string) => void } = {},
) => {
  const { cpuSeconds = limits.cpuSeconds, signal = new AbortController().signal, ...rest } = more
  const program = { program: process.execPath, args: ['-e', script], folder, signal, ...rest }
  return runProgram({ ...program, limits: { ...limits, cpuSeconds } })
}
const failureOf = async (running: Promise<string>) => {
  const error = await running.then(
    () => undefined,
    (error: unknown) => error,
  )
  expect(error).toBeInstanceOf(ProgramFailed)
  return error as ProgramFailed
}
const wait = 'setInterval(() => {}, 1_000)'

describe('a program', () => {
  test('runs in its folder, with four environment variables and no settings of ours', async () => {
    const printed = await run('console.log(JSON.stringify([process.cwd(), process.env]))')
    const path = process.env.PATH
    expect(JSON.parse(printed)).toEqual([folder, { PATH: path, LANG: 'C', HOME: folder, TMPDIR: folder }])
  })

  test('passes on its output line by line', async () => {
    const lines: string[] = []
    await run('process.stdout.write("one\\ntw"); process.stdout.write("o\\nthree")', {
      onLine: (line) => lines.push(line),
    })
    expect(lines).toEqual(['one', 'two', 'three'])
  })

  test('that fails is named with its exit code and last line, without control codes', async () => {
    const failure = await failureOf(run('console.error("first\\n\\x1b[31mno disk\\x07"); process.exit(3)'))
    expect(failure.message).toMatch(/ ended with exit code 3: \[31mno disk$/)
    expect(failure.exitCode).toBe(3)
  })

  test('ends after its processor time', { skip: process.platform !== 'linux' }, async () => {
    const failure = await failureOf(run('for (;;) {}', { cpuSeconds: 1 }))
    expect(failure.message).toMatch(/ was ended by SIG(XCPU|KILL)/)
    expect(failure.exitCode).toBeUndefined()
  })

  test('ends when it is stopped', async () => {
    const stop = new AbortController()
    const script = `console.log('runs'); ${wait}`
    const failure = await failureOf(run(script, { signal: stop.signal, onLine: () => stop.abort() }))
    expect(failure.message).toMatch(/ was stopped$/)
    expect(failure.exitCode).toBeUndefined()
  })

  test('that is not installed is named', async () => {
    const program = { program: 'no-such-program', args: [], folder, limits }
    const missing = runProgram({ ...program, signal: new AbortController().signal })
    expect((await failureOf(missing)).message).toContain('no-such-program')
  })

  test('writes no file over its limit', { skip: process.platform !== 'linux' }, async () => {
    const write = (bytes: number) => `require('node:fs').writeFileSync('written', Buffer.alloc(${bytes}))`
    await run(write(limits.fileBytes))
    await failureOf(run(write(2 * limits.fileBytes)))
    expect(statSync(join(folder, 'written')).size).toBeLessThanOrEqual(limits.fileBytes)
  })
})
