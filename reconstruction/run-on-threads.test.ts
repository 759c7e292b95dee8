import { describe, expect, test } from 'vitest'
import { runOnThreads } from './run-on-threads.ts'

const script = (body: string) =>
  new URL(
    `data:text/javascript,${encodeURIComponent(`
      import { parentPort, workerData } from 'node:worker_threads'
      parentPort.on('message', (job) => { ${body} })
    `)}`,
  )

describe('jobs on threads', () => {
  test('are answered in order, on any number of threads', async () => {
    const jobs = Array.from({ length: 20 }, (_, k) => k)
    for (const threads of [1, 3, 50]) {
      const progress: number[] = []
      const answers = await runOnThreads({
        script: script('parentPort.postMessage(job * workerData)'),
        shared: 10,
        jobs,
        threads,
        onDone: (done) => progress.push(done),
      })
      expect(answers).toEqual(jobs.map((job) => job * 10))
      expect(progress).toEqual(jobs.map((job) => job + 1))
    }
  })

  test('may be an empty list', async () => {
    expect(await runOnThreads({ script: script(''), shared: 0, jobs: [], threads: 2 })).toEqual([])
  })

  test('fail with the error of the first thread that throws or exits', async () => {
    const throwing = script("if (job === 3) throw new RangeError('job 3'); parentPort.postMessage(job)")
    const jobs = [1, 2, 3, 4]
    await expect(runOnThreads({ script: throwing, shared: 0, jobs, threads: 2 })).rejects.toThrow('job 3')
    const leaving = script('process.exit(7)')
    await expect(runOnThreads({ script: leaving, shared: 0, jobs, threads: 2 })).rejects.toThrow(
      'exit code 7',
    )
  })
})
