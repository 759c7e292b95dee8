// Measures the memory that one upload costs a web process: `node bench/uploads/memory.ts --url http://localhost:3000 --pid PID [--gib 2]`.
// One request carries the whole file, like that of a client that does not split files. Figures: docs/media.md.
import { execFileSync } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { request } from 'node:http'
import { parseArgs } from 'node:util'
import { signInAs } from '#testing/contributor'

const { values } = parseArgs({
  options: { url: { type: 'string' }, pid: { type: 'string' }, gib: { type: 'string', default: '2' } },
})
const { url, pid } = values
if (!url || !pid) throw new Error('say --url and --pid')
const length = Math.round(Number(values.gib) * 2 ** 30)
const rssMiB = () => Number(execFileSync('ps', ['-o', 'rss=', '-p', pid]).toString()) / 1_024
const who = await signInAs({ url, origin: url })
const tus = { ...who.bearer, 'tus-resumable': '1.0.0' }
const begun = await fetch(`${url}/api/board/uploads`, {
  method: 'POST',
  headers: { ...tus, 'upload-length': String(length) },
})
if (begun.status !== 201) throw new Error(`not begun: ${begun.status} ${await begun.text()}`)
const at = new URL(begun.headers.get('location')!, url)

const block = randomBytes(2 ** 20)
const hash = createHash('sha256')
const before = rssMiB()
let peak = before
const watching = setInterval(() => {
  peak = Math.max(peak, rssMiB())
}, 100)
const startedAt = performance.now()
const status = await new Promise<number>((resolve, reject) => {
  const sending = request(at, {
    method: 'PATCH',
    headers: {
      ...tus,
      'upload-offset': '0',
      'content-type': 'application/offset+octet-stream',
      'content-length': length,
    },
  })
  sending.on('response', (answer) => resolve(answer.resume().statusCode!))
  sending.on('error', reject)
  let sent = 0
  const push = () => {
    while (sent < length) {
      const chunk = block.subarray(0, Math.min(block.length, length - sent))
      block.writeUInt32BE(Math.floor(sent / block.length))
      hash.update(chunk)
      sent += chunk.length
      // A copy, because the block changes while the socket still uses it.
      if (!sending.write(Buffer.from(chunk))) {
        sending.once('drain', push)
        return
      }
    }
    sending.end()
  }
  push()
})
const seconds = (performance.now() - startedAt) / 1_000
clearInterval(watching)
const told = await fetch(at, { method: 'HEAD', headers: tus })
console.log({
  status,
  upload: at.pathname.split('/').at(-1),
  offset: told.headers.get('upload-offset'),
  sha256: hash.digest('hex'),
  mebibytesPerSecond: Math.round(length / 2 ** 20 / seconds),
  rssMiB: { before: Math.round(before), peak: Math.round(peak), after: Math.round(rssMiB()) },
})
