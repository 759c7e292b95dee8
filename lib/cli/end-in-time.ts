import { type EndSignal, onEndSignal } from '#lib/adapters/on-end-signal'

/** Before the ten seconds are over that platforms commonly give a process between SIGTERM and SIGKILL. */
const usualSeconds = 8
/** 128 and the number of the signal, as shells report it. */
const statusOf: Record<EndSignal, number> = { SIGTERM: 143, SIGINT: 130 }

/**
 * Ends this process some seconds after SIGTERM or SIGINT if it still runs then. Otherwise a web process would wait for its
 * last request, which for an upload may take an hour, and a worker for a database or chain that does not respond. Interrupted
 * work is repeated as after a crash: paid calls with the same signature, uploads from their offset, jobs by another worker.
 */
export function endInTime(seconds = usualSeconds): void {
  onEndSignal((signal) => void setTimeout(() => process.exit(statusOf[signal]), seconds * 1_000).unref())
}
