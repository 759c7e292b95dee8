import { Worker } from 'node:worker_threads'

/**
 * Runs independent jobs in worker threads, each thread one job at a time, in the order given.
 *
 * @param script answers each message (a job) with one message after it has written its results to shared memory
 * @param shared given to each thread once, as its `workerData`
 * @returns the answers in the order of the jobs
 * @throws the error of the first thread that fails; the others are stopped
 */
export async function runOnThreads<Job, Answer>(options: {
  script: URL
  shared: unknown
  jobs: readonly Job[]
  threads: number
  onDone?: (done: number) => void
}): Promise<Answer[]> {
  const { script, shared, jobs, onDone } = options
  const answers: Answer[] = new Array(jobs.length)
  let next = 0
  let done = 0
  const workers: Worker[] = []
  const runOne = () =>
    new Promise<void>((resolve, reject) => {
      const worker = new Worker(script, { workerData: shared })
      workers.push(worker)
      let current = 0
      const takeNext = () => {
        if (next === jobs.length) return resolve()
        current = next++
        worker.postMessage(jobs[current])
      }
      worker.on('message', (answer: Answer) => {
        answers[current] = answer
        onDone?.(++done)
        takeNext()
      })
      worker.on('error', reject)
      worker.on('exit', (code) => reject(new Error(`a worker thread ended with exit code ${code}`)))
      takeNext()
    })
  try {
    await Promise.all(Array.from({ length: Math.min(options.threads, jobs.length) }, runOne))
  } finally {
    await Promise.all(workers.map((worker) => worker.terminate()))
  }
  return answers
}
