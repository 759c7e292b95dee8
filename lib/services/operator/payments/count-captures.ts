import { gunzipSync } from 'node:zlib'

/**
 * The number of captures in a stored answer; `null` if it is not about captures.
 *
 * @param body JSON, gzip
 */
export function countCaptures(body: Uint8Array): number | null {
  let answer: unknown
  try {
    answer = JSON.parse(gunzipSync(body).toString('utf8'))
  } catch {
    return null
  }
  if (typeof answer !== 'object' || answer === null) return null
  if ('observations' in answer && Array.isArray(answer.observations)) return answer.observations.length
  return 'observation_id' in answer ? 1 : null
}
