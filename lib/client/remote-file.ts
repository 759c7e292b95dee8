/**
 * Reads a range of a file behind a signed link.
 *
 * @param from,to the first and the last byte
 * @returns the bytes, and the length of the whole file
 */
export async function readRange(
  url: string,
  { from, to, signal }: { from: number; to: number; signal: AbortSignal },
): Promise<{ bytes: Uint8Array; total: number }> {
  const answer = await fetch(url, { headers: { Range: `bytes=${from}-${to}` }, signal })
  const [, total] = /\/(\d+)$/.exec(answer.headers.get('Content-Range') ?? '') ?? []
  if (answer.status !== 206 || total === undefined) {
    await answer.body?.cancel()
    throw new Error(`the file was asked for by range, and the answer has none: ${answer.status}`)
  }
  return { bytes: new Uint8Array(await answer.arrayBuffer()), total: Number(total) }
}

/** The length of a file in bytes, without reading it. */
export async function fileSize(url: string, signal: AbortSignal): Promise<number> {
  return (await readRange(url, { from: 0, to: 0, signal })).total
}
