import type { RpcCall } from '#testing/chaos/rpc-proxy'
import type { ProcessName, ServiceHooks } from '#testing/chaos/service-fixture'

// The points at which a process can be killed: records them, and kills at one.

/** The part of a bounty's way in which something happens. */
export type Stage = 'post' | 'end'

/**
 * Where a process is killed: at the n-th time it sends that statement or transaction in that stage, before the server
 * has it, or after the server did it and before the process hears. After counts only what had an effect.
 */
export type CrashPoint = {
  process: ProcessName
  stage: Stage
  phase: 'before' | 'after'
  name: string
  nth: number
}

export function describePoint({ process, stage, phase, name, nth }: CrashPoint): string {
  return `${process}, ${stage}: ${phase} ${name}${nth > 1 ? ` #${nth}` : ''}`
}

/** A loop may reach the same point any number of times. Later occurrences are not tested. */
const maxNth = 3
/** The books are brought up to date by the clock: how often, and how soon after what they tell of, is not the bounty's doing. */
const byTheClock = /ledger_/
/** Periodic writes that do not affect money. They are not crash points. */
const besideMoney = new RegExp(
  [
    'worker_heartbeat|pgboss\\.(?!job)|^update pgboss',
    'request_log|last_run|audit_run|figure_sample',
    '^(insert|delete) bounty_hindrance$|^update chain_account$',
  ].join('|'),
)

const sends = /^eth_sendRaw/

/** One thing on the wire that may be a point. */
type Moment = { id: unknown; phase: 'before' | 'after'; name: string; effect: boolean }

/** Hooks that report each message as a moment. `see` decides if the message is forwarded. */
function hooksOf(see: (process: ProcessName, moment: Moment) => 'go' | 'stop'): ServiceHooks {
  const sendIn = (calls: readonly RpcCall[]) => calls.find((call) => sends.test(call.method))
  return {
    sql: (process, { id, phase, name, rows }) =>
      besideMoney.test(name) ? 'go' : see(process, { id, phase, name: `sql ${name}`, effect: rows > 0 }),
    rpc: (process) => ({
      fate: (calls) => {
        const send = sendIn(calls)
        const moment = send && {
          id: send,
          phase: 'before' as const,
          name: `rpc ${send.method}`,
          effect: true,
        }
        return moment && see(process, moment) === 'stop' ? { do: 'cut', when: 'before' } : { do: 'pass' }
      },
      answered: (calls) => {
        const send = sendIn(calls)
        return send
          ? see(process, { id: send, phase: 'after', name: `rpc ${send.method}`, effect: true })
          : 'go'
      },
    }),
  }
}

/** Writes down every point that is passed. */
export function createRecorder(): {
  hooks: ServiceHooks
  enter: (stage: Stage) => void
  points: () => CrashPoint[]
} {
  let stage: Stage | undefined
  const seen = new Map<string, number>()
  const begun = new Map<unknown, CrashPoint>()
  const points = new Map<string, CrashPoint>()
  const count = (key: string) => {
    const nth = (seen.get(key) ?? 0) + 1
    seen.set(key, nth)
    return nth
  }
  const add = (point: CrashPoint) => {
    if (point.nth <= (byTheClock.test(point.name) ? 1 : maxNth)) points.set(describePoint(point), point)
  }
  return {
    enter: (next) => {
      stage = next
    },
    points: () => [...points.values()],
    hooks: hooksOf((process, { id, phase, name, effect }) => {
      if (phase === 'before') {
        if (stage) begun.set(id, { process, stage, phase, name, nth: count(`${process} ${stage} ${name}`) })
        return 'go'
      }
      const before = begun.get(id)
      if (before && effect) {
        add(before)
        const { stage } = before
        add({ process, stage, phase, name, nth: count(`${process} ${stage} ${name} after`) })
      }
      return 'go'
    }),
  }
}

/** True if the process can reach a point in that stage. Points that depend on time may come later than in the recording. */
function isPassedIn(stage: Stage | undefined, point: CrashPoint): boolean {
  return stage === point.stage || (stage === 'end' && byTheClock.test(point.name))
}

/** Kills once, at that point. */
export function createTrap(options: { point: CrashPoint; kill: (process: ProcessName) => void }): {
  hooks: ServiceHooks
  enter: (stage: Stage) => void
  fired: () => boolean
} {
  const { point, kill } = options
  let stage: Stage | undefined
  let fired = false
  let count = 0
  const started = new Set<unknown>()
  return {
    enter: (next) => {
      stage = next
    },
    fired: () => fired,
    hooks: hooksOf((process, { id, phase, name, effect }) => {
      if (fired || process !== point.process || name !== point.name) return 'go'
      if (phase === 'before' && isPassedIn(stage, point)) started.add(id)
      if (phase !== point.phase || !started.has(id) || (phase === 'after' && !effect)) return 'go'
      count += 1
      if (count < point.nth) return 'go'
      fired = true
      kill(process)
      return 'stop'
    }),
  }
}
