import { ApiRefusal } from './api-refusal.ts'

/** About five minutes, including the response times and `Retry-After`. */
const maxRetries = 24
const defaultRetrySeconds = 5

/** True if a submission was refused only because no worker has read the uploaded film yet. */
export function isBeingRead(error: unknown): boolean {
  return error instanceof ApiRefusal && error.status === 503 && error.field === 'upload_id'
}

/** Options of a mutation that submits a film: it is sent again, at the time that the server names, while the film is being read. */
export const retryWhileRead = {
  retry: (failures: number, error: Error): boolean => isBeingRead(error) && failures < maxRetries,
  retryDelay: (_failures: number, error: Error): number => {
    const seconds = error instanceof ApiRefusal ? error.retryAfterSeconds : undefined
    return (seconds ?? defaultRetrySeconds) * 1_000
  },
}
