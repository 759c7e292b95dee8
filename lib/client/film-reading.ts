import { ApiRefusal } from './call-api.ts'

/** With what the server and `Retry-After` take for each, about five minutes. */
const maxRetries = 24
const defaultRetrySeconds = 5

/** True if a submission was refused only because no worker has read the uploaded film yet. */
export function isBeingRead(error: unknown): boolean {
  return error instanceof ApiRefusal && error.status === 503 && error.field === 'upload_id'
}

/** Options of a mutation that hands in a film: it is sent again while the film is being read, when the server says. */
export const retryWhileRead = {
  retry: (failures: number, error: Error): boolean => isBeingRead(error) && failures < maxRetries,
  retryDelay: (_failures: number, error: Error): number => {
    const seconds = error instanceof ApiRefusal ? error.retryAfterSeconds : undefined
    return (seconds ?? defaultRetrySeconds) * 1_000
  },
}
