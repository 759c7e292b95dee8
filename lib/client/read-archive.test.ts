import { afterEach, expect, test, vi } from 'vitest'
import { ZipFile } from 'yazl'
import { readArchiveFile } from './read-archive.ts'

afterEach(() => vi.unstubAllGlobals())

/** Packs files as `packModel` does, and serves ranges of them. @returns the bytes that were sent */
async function serve(files: Record<string, string>, compress = false): Promise<{ sent: number }> {
  const archive = new ZipFile()
  for (const [name, text] of Object.entries(files))
    archive.addBuffer(Buffer.from(text), name, { compress, forceDosTimestamp: true })
  archive.end()
  const parts: Buffer[] = []
  for await (const part of archive.outputStream) parts.push(part as Buffer)
  const all = Buffer.concat(parts)
  const told = { sent: 0 }
  vi.stubGlobal('fetch', async (_: string, { headers }: { headers: { Range: string } }) => {
    const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(headers.Range)!
    const part = all.subarray(Number(from), Number(to) + 1)
    told.sent += part.length
    return new Response(part, {
      status: 206,
      headers: { 'Content-Range': `bytes ${from}-${Number(from) + part.length - 1}/${all.length}` },
    })
  })
  return told
}
const { signal } = new AbortController()
const read = async (name: string) =>
  new TextDecoder().decode(await readArchiveFile('https://files.example/model.zip', name, signal))

test('one file of an archive is read, and not the rest', async () => {
  const told = await serve({
    'model.glb': 'g'.repeat(900_000),
    'transforms.json': '{"frames":[]}',
    'z.jpg': 'z',
  })
  expect(await read('transforms.json')).toBe('{"frames":[]}')
  expect(told.sent).toBeLessThan(5_000)
})

test('a missing or a compressed file, and what is no archive, is an error', async () => {
  await serve({ 'model.glb': 'g' })
  await expect(read('transforms.json')).rejects.toThrow('no transforms.json')
  await serve({ 'transforms.json': '{}'.repeat(900) }, true)
  await expect(read('transforms.json')).rejects.toThrow('no transforms.json')
  vi.stubGlobal('fetch', async () => new Response('<Error/>', { status: 403 }))
  await expect(read('transforms.json')).rejects.toThrow('403')
})
