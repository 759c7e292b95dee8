import type { AdmittedRequest } from '#lib/adapters/request-gate'
import {
  adaptLimit,
  adaptPaidLimit,
  burstMs,
  decideAdmission,
  type Load,
  leastLimit,
  maxWaitMs,
  mayRun,
  nextToRun,
  type RequestClass,
  requestClasses,
} from '#lib/domain/admission/admission'

const lagEveryMs = 20
const lagsPerPeriod = 5
/** The limit of payments is adapted every five periods, because payments end in batches, with pauses longer than a period. */
const periodsOfPayments = 5

/** A request in the queue, or admitted. */
export type Entry = AdmittedRequest & {
  /** To be called when the answer begins or the client disconnects. Later calls have no effect. */
  end: () => void
  /** Removes the request from the queue. Returns false if it is not waiting: it is running, was refused or has ended. */
  leave: () => boolean
}

/** Called when the request is admitted or refused: one of them, once, unless the request ends before. */
type Outcome = { run: (entry: Entry) => void; refuse: () => void }
type State = 'waiting' | 'running' | 'settling' | 'ended'
type Waiting = { start: () => void }

export type AdmissionQueue = {
  /** True if a request of this class would run at once. */
  hasRoom: (of: RequestClass) => boolean
  enter: (of: RequestClass, outcome: Outcome) => Entry
  load: () => Load
}

export type Admitted = 'at_once' | 'after_wait' | 'refused'

/** Carries out the decisions of `lib/domain/admission`. Requests of one class run in the order in which they came. */
export function createAdmissionQueue(options: {
  count?: (of: RequestClass, admitted: Admitted) => void
  adapt?: typeof adaptLimit
  /** How many may run at first, and how many of these may be new payments. */
  firstLimit?: number
}): AdmissionQueue {
  const { count = () => {}, adapt = adaptLimit, firstLimit = leastLimit } = options
  const running = counts()
  const queues: Record<RequestClass, Set<Waiting>> = {
    in_flight: new Set(),
    paid: new Set(),
    free: new Set(),
    page: new Set(),
  }
  /** Since when the queue of a class has had requests, with pauses shorter than a burst, and when it last became empty. */
  const sinceMs: Record<RequestClass, number> = counts()
  const emptyAtMs: Record<RequestClass, number> = counts()
  const limits = createLimits({ adapt, firstLimit })
  let settling = 0
  const load = (): Load => {
    const waiting = counts()
    for (const each of requestClasses) waiting[each] = queues[each].size
    return { ...limits.read(), running, waiting, settling }
  }
  const runNext = () => {
    for (let next = nextToRun(load()); next; next = nextToRun(load())) {
      const [first] = queues[next]
      first!.start()
    }
  }
  const measure = measureLag((leastLagMs) => {
    limits.endPeriod(leastLagMs)
    runNext()
    return requestClasses.some((each) => running[each] > 0 || queues[each].size > 0)
  })

  const enter = (of: RequestClass, { run, refuse }: Outcome): Entry => {
    measure()
    let state: State = 'waiting'
    let timer: NodeJS.Timeout | undefined
    let startedMs = 0
    let workedMs = 0
    let hasSettled = false
    const leaveQueue = () => {
      clearTimeout(timer)
      if (queues[of].delete(waiting) && queues[of].size === 0) emptyAtMs[of] = performance.now()
    }
    const startWork = () => {
      state = 'running'
      running[of] += 1
      startedMs = performance.now()
    }
    const stopWork = () => {
      running[of] -= 1
      workedMs += performance.now() - startedMs
    }
    const start = (admitted: Admitted) => {
      startWork()
      count(of, admitted)
      run(entry)
    }
    const waiting: Waiting = {
      start: () => {
        leaveQueue()
        start('after_wait')
      },
    }
    const refuseNow = () => {
      leaveQueue()
      state = 'ended'
      count(of, 'refused')
      refuse()
    }
    const entry: Entry = {
      leave: () => {
        if (state !== 'waiting') return false
        leaveQueue()
        state = 'ended'
        return true
      },
      end: () => {
        if (state === 'waiting') leaveQueue()
        if (state === 'running') stopWork()
        if (state === 'settling') settling -= 1
        // Only settled payments count, because a refused one takes less work.
        if (of === 'paid' && hasSettled) limits.noteWork(workedMs)
        hasSettled = false
        state = 'ended'
        runNext()
      },
      settling: async (settle) => {
        if (state !== 'running') return settle()
        state = 'settling'
        hasSettled = true
        stopWork()
        settling += 1
        runNext()
        try {
          return await settle()
        } finally {
          // A request that has begun continues, even above the limit.
          if ((state as State) === 'settling') {
            startWork()
            settling -= 1
          }
        }
      },
    }
    const decision = decideAdmission(load(), of)
    if (decision === 'run') start('at_once')
    else limits.noteReached(of)
    if (decision === 'refuse') refuseNow()
    if (decision === 'wait') {
      const now = performance.now()
      if (queues[of].size === 0 && now - emptyAtMs[of] > burstMs) sinceMs[of] = now
      queues[of].add(waiting)
      timer = setTimeout(refuseNow, maxWaitMs(now - sinceMs[of]))
    }
    return entry
  }
  return { hasRoom: (of) => queues[of].size === 0 && mayRun(load(), of), enter, load }
}

/** The limits of running requests, which are adapted after each period to the measurements in it. */
function createLimits({ adapt, firstLimit }: { adapt: typeof adaptLimit; firstLimit: number }) {
  let [limit, paidLimit, wasReached] = [firstLimit, firstLimit, false]
  let payments = { periods: 0, leastWorkMs: undefined as number | undefined, wasReached: false }
  return {
    read: () => ({ limit, paidLimit }),
    /** A request of this class did not run at once. */
    noteReached: (of: RequestClass) => {
      wasReached = true
      if (of === 'paid') payments.wasReached = true
    },
    /** The time that the service worked on a payment that has settled. */
    noteWork: (workedMs: number) => {
      payments.leastWorkMs = Math.min(workedMs, payments.leastWorkMs ?? Number.POSITIVE_INFINITY)
    },
    endPeriod: (leastLagMs: number) => {
      limit = adapt(limit, { leastLagMs, wasReached })
      wasReached = false
      payments.periods += 1
      if (payments.periods < periodsOfPayments) return
      paidLimit = adaptPaidLimit(paidLimit, payments)
      payments = { periods: 0, leastWorkMs: undefined, wasReached: false }
    },
  }
}

function counts(): Record<RequestClass, number> {
  return { in_flight: 0, paid: 0, free: 0, page: 0 }
}

/**
 * Measures the delay of the event loop while there are requests.
 *
 * @param endPeriod gets the least delay of each period; the measurement continues while it returns true
 * @returns starts the measurement if it does not run
 */
function measureLag(endPeriod: (leastLagMs: number) => boolean): () => void {
  let runs = false
  const measure = (leastMs: number, left: number) => {
    const startedMs = performance.now()
    setTimeout(() => {
      const lagMs = Math.min(leastMs, performance.now() - startedMs - lagEveryMs)
      if (left > 1) return measure(lagMs, left - 1)
      runs = endPeriod(lagMs)
      if (runs) measure(Number.POSITIVE_INFINITY, lagsPerPeriod)
    }, lagEveryMs).unref()
  }
  return () => {
    if (runs) return
    runs = true
    measure(Number.POSITIVE_INFINITY, lagsPerPeriod)
  }
}
