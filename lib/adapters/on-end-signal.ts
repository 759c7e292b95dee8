export type EndSignal = 'SIGTERM' | 'SIGINT'

/**
 * Calls the listener once, when this process is first told to end. Later signals are ignored: with Ctrl-C in a terminal, and with
 * service managers that signal a whole group, the process gets the signal itself and a second time from npm. Without a listener
 * the second one would kill it in the middle of its cleanup.
 */
export function onEndSignal(listener: (signal: EndSignal) => void): void {
  let told = false
  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    process.on(signal, () => {
      if (told) return
      told = true
      listener(signal)
    })
}
