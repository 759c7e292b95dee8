/** npm forwards Ctrl-C, so one key press arrives as two signals: a second one within this time is ignored. */
const pressMs = 3_000

/**
 * Ends a run once, whoever asks for it and however often: signals, the death of npm, or a program that keeps stopping. Only another signal
 * after a while, a second Ctrl-C, exits at once and leaves what still runs to the next start.
 *
 * @param options.stop ends all that was started
 */
export function createEnding(options: {
  stop: () => Promise<void>
  exit: (status: number) => void
  now?: () => number
}) {
  const { stop, exit, now = Date.now } = options
  let askedAt: number | undefined
  const end = async (status: number): Promise<void> => {
    if (askedAt !== undefined) return
    askedAt = now()
    await stop()
    exit(status)
  }
  const onSignal = (): void => {
    if (askedAt === undefined) void end(0)
    else if (now() - askedAt > pressMs) exit(1)
  }
  return { end, onSignal, isEnding: () => askedAt !== undefined }
}

/** Ends something that was started. */
export type Stop = () => Promise<void>

/**
 * Stops one group after the other, and all of a group at once: each may take its time until it is killed. Goes on if one fails.
 *
 * @param onFailure gets the error of each that failed
 */
export async function stopAll(
  groups: readonly (readonly Stop[])[],
  onFailure: (error: unknown) => void,
): Promise<void> {
  for (const group of groups) await Promise.all(group.map((stop) => stop().catch(onFailure)))
}
