import { type EndSignal, onEndSignal } from '#lib/adapters/on-end-signal'

/** Before the ten seconds are over that platforms commonly give a process between SIGTERM and SIGKILL. */
const graceMs = 8_000
/** 128 and the number of the signal, as shells report it. */
const statusOf: Record<EndSignal, number> = { SIGTERM: 143, SIGINT: 130 }

/**
 * Ends this process eight seconds after SIGTERM or SIGINT if it is then still running. A web would otherwise wait for its last
 * request, and an upload may take an hour; a worker for a database or chain that no longer answers. What is cut off can be asked
 * again, as after a crash: paid calls under the same signature, uploads from where they were, jobs by another worker.
 */
export function endInTime(): void {
  onEndSignal((signal) => void setTimeout(() => process.exit(statusOf[signal]), graceMs).unref())
}
