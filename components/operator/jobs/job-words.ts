import type { OperatorJob } from '#lib/schemas/operator-job'

export const queueTexts: Readonly<Record<OperatorJob['queue'], string>> = {
  inspect: 'Check',
  preview: 'Preview',
  forecast: 'Forecast',
  reconstruct: 'Model',
}

export const stateTexts: Readonly<Record<OperatorJob['state'], string>> = {
  dead: 'Dead',
  running: 'Running',
  due: 'Waits for a worker',
  later: 'Waits for its next try',
}
