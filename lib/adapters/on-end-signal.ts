import { processValue } from '#lib/adapters/process-value'

export type EndSignal = 'SIGTERM' | 'SIGINT'

const received = processValue<EndSignal>('end signal')

/**
 * Calls the listener on the first SIGTERM or SIGINT, or at once if that has come already, and ignores later ones. On Ctrl-C in a
 * terminal, or when a service manager signals the process group, the process gets the signal directly and again from npm. Without a
 * listener, the second signal would kill it during its cleanup.
 */
export function onEndSignal(listener: (signal: EndSignal) => void): void {
  if (received.current) {
    listener(received.current)
    return
  }
  let told = false
  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    process.on(signal, () => {
      if (told) return
      told = true
      received.current ??= signal
      listener(signal)
    })
}
