/** Before the ten seconds are over that platforms commonly give a process between SIGTERM and SIGKILL. */
const graceMs = 8_000

/**
 * Lets a web process that was told to end finish what is under way for eight seconds, and no longer: by itself the framework
 * waits for the last request, and an upload may take an hour. What is cut off then can be asked again, as after a crash: paid
 * calls under the same signature, uploads from where they were.
 */
export function endInTime(): void {
  for (const [signal, status] of [
    ['SIGTERM', 143],
    ['SIGINT', 130],
  ] as const)
    process.once(signal, () => void setTimeout(() => process.exit(status), graceMs).unref())
}
