const timeoutMs = 3_000

/** What a chain answers; `undefined` when it fails or takes too long. */
export async function inTime<Result>(asked: Promise<Result>): Promise<Result | undefined> {
  const late = new Promise<undefined>((done) => setTimeout(done, timeoutMs, undefined).unref())
  return Promise.race([asked.catch(() => undefined), late])
}
