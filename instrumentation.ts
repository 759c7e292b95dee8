/** Next calls this once per server process, before it answers anything. */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME !== 'nodejs' || process.env.NEXT_PHASE === 'phase-production-build') return
  const { onEndSignal } = await import('#lib/adapters/on-end-signal')
  // Next ends on a signal too, but waits for its requests. One that comes during the checks below must end this process in time as well.
  onEndSignal(() => {})
  const { notePeers } = await import('#lib/adapters/peer-address')
  notePeers()
  const { noteConnections } = await import('#lib/adapters/connections')
  noteConnections()
  const { refuseUnsafeStart } = await import('#lib/cli/refuse-unsafe-start')
  await refuseUnsafeStart('web')
  const { watchForOlderCopy } = await import('#lib/cli/watch-copy')
  await watchForOlderCopy()
  const { startTraces } = await import('#lib/cli/start-traces')
  await startTraces('web')
  const { admitRequests } = await import('#lib/http/admission/admit-requests')
  admitRequests()
  const { openDirectAnswers } = await import('#lib/http/direct/open-direct-answers')
  openDirectAnswers()
  const { endInTime } = await import('#lib/cli/end-in-time')
  const { readEnv } = await import('#lib/adapters/env')
  endInTime(readEnv().webStopSeconds)
  const { serveWebMetrics } = await import('#lib/cli/serve-web-metrics')
  await serveWebMetrics()
}
