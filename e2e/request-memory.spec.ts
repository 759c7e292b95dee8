// needs: linux
import { readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { expect, test } from './answers.ts'
import { sandboxFacts, sandboxHome } from './sandbox-facts.ts'

// Reads the memory of the web process from /proc.

const { base_url } = sandboxFacts()

test('the body of a request to a page is not held in memory', { tag: '@thorough' }, async () => {
  const { children } = JSON.parse(readFileSync(join(sandboxHome(), 'running.json'), 'utf8')) as {
    children: number[]
  }
  const web = children.find((pid) => readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('next'))!
  const heldMb = () =>
    Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${web}/status`, 'utf8'))![1]) / 1_024
  const before = heldMb()
  const { hostname, port } = new URL(base_url)
  const [senders, bytes] = [40, 9_000_000]
  const rest = Buffer.alloc(bytes, 'x')
  const head = `POST / HTTP/1.1\r\nHost: ${hostname}\r\nContent-Length: ${bytes + 1}\r\n\r\n`
  // All except the last byte, so that none of them is answered and freed.
  const sockets = await Promise.all(
    Array.from({ length: senders }, async () => {
      const socket = connect(Number(port), hostname).on('error', () => {})
      socket.write(head)
      await new Promise<void>((taken) => socket.write(rest, () => taken()))
      return socket
    }),
  )
  const after = heldMb()
  for (const socket of sockets) socket.destroy()
  expect(after - before).toBeLessThan((senders * bytes) / 2_000_000)
})
