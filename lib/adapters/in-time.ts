/** Awaits a promise with a timeout. @throws its rejection, or `no answer in time` */
export async function within<Result>(timeoutMs: number, asked: PromiseLike<Result>): Promise<Result> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, fail) => {
    timer = setTimeout(() => fail(new Error('no answer in time')), timeoutMs)
  })
  try {
    return await Promise.race([asked, late])
  } finally {
    clearTimeout(timer)
  }
}

/** Awaits a promise with a timeout; resolves with `undefined` if it fails or takes too long. */
export function inTime<Result>(timeoutMs: number, asked: PromiseLike<Result>): Promise<Result | undefined> {
  return within(timeoutMs, asked).catch(() => undefined)
}
