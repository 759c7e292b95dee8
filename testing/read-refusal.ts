import { expect } from 'vitest'

/** Reads a refusal of the API. @returns its status, its code and, if it names one, the member at fault */
export async function readRefusal(answer: Response): Promise<(number | string)[]> {
  const { error, field, request_id } = (await answer.json()) as Record<'error' | 'request_id', string> & {
    field?: string
  }
  expect(request_id).toBe(answer.headers.get('x-request-id'))
  return [answer.status, error, ...(field ? [field] : [])]
}
