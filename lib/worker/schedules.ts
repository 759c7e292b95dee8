import 'server-only'
import type { Step } from '#lib/worker/step'

/** What runs by the clock, beside anchoring and the chain lanes. */
export const schedules: readonly Step[] = []
