/** The result of a number of paid calls. `tookMs`: the duration of each, in the order in which they ended. */
export type Sold = { sold: number; tookMs: number[] }

const url = 'http://bench.test/api/v1/spatial/query'
const query = JSON.stringify({
  aoi: { type: 'Point', coordinates: [2.2945, 48.8584] },
  from: '2020-01-01',
  to: '2026-11-20',
})

/** The request of the benchmark. @param payment a PAYMENT-SIGNATURE; without it, the request asks for a quote */
export function requestWith(payment: string | undefined): Request {
  return new Request(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(payment ? { 'payment-signature': payment } : {}) },
    body: query,
  })
}

/** Sends each payment once, `callers` at a time. @param mayLose true if an answer other than 200 is ignored instead of an error */
export async function sell(
  handle: (request: Request) => Promise<Response>,
  payments: readonly string[],
  { callers, mayLose }: { callers: number; mayLose: boolean },
): Promise<Sold> {
  const left = [...payments]
  const tookMs: number[] = []
  let sold = 0
  await Promise.all(
    Array.from({ length: callers }, async () => {
      for (let payment = left.pop(); payment !== undefined; payment = left.pop()) {
        const at = performance.now()
        const response = await handle(requestWith(payment))
        const text = await response.text()
        if (response.status === 200) sold += 1
        else if (!mayLose) throw new Error(`${response.status} ${text}`)
        tookMs.push(performance.now() - at)
      }
    }),
  )
  return { sold, tookMs }
}
