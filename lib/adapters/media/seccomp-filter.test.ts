import { expect, test } from 'vitest'
import { seccompFilter } from '#lib/adapters/media/seccomp-filter'

const allowed = 0x7fff0000
const killed = 0x80000000
const denied = 0x00050001
const unknown = 0x00050000 | 38
const x64 = 0xc000003e
const arm64 = 0xc00000b7

/** Evaluates a filter for one system call, as the kernel does. */
function decide(filter: Buffer, call: { arch: number; number: number; argument?: number }): number {
  const data = new Map([
    [0, call.number],
    [4, call.arch],
    [16, call.argument ?? 0],
  ])
  let value = 0
  for (let at = 0; ; at++) {
    const [code, yes, no] = [filter.readUInt16LE(at * 8), filter[at * 8 + 2]!, filter[at * 8 + 3]!]
    const operand = filter.readUInt32LE(at * 8 + 4)
    if (code === 0x06) return operand
    if (code === 0x20) value = data.get(operand)!
    else if (code === 0x15) at += value === operand ? yes : no
    else if (code === 0x35) at += value >= operand ? yes : no
    else if (code === 0x45) at += (value & operand) !== 0 ? yes : no
    else throw new Error(`no such instruction: ${code}`)
  }
}

const calls = {
  x64: {
    read: 0,
    ptrace: 101,
    mount: 165,
    socket: 41,
    socketpair: 53,
    clone: 56,
    clone3: 435,
    fork: 57,
    io_uring: 425,
  },
  arm64: {
    read: 63,
    ptrace: 117,
    mount: 40,
    socket: 198,
    socketpair: 199,
    clone: 220,
    clone3: 435,
    io_uring: 425,
  },
}
const thread = 0x3d0f00
const child = 0x11
const newUser = 0x10000000

test.each([
  ['x64', x64, calls.x64],
  ['arm64', arm64, calls.arm64],
] as const)(
  'on %s a program may compute and start threads, but not use dangerous calls',
  (arch, audit, number) => {
    const filter = seccompFilter({ arch, mayFork: false })!
    const of = (name: keyof typeof number, argument?: number) =>
      decide(filter, { arch: audit, number: number[name], ...(argument !== undefined && { argument }) })
    expect(of('read')).toBe(allowed)
    expect(of('clone', thread)).toBe(allowed)
    expect(of('socketpair', 1)).toBe(allowed)
    for (const name of ['ptrace', 'mount', 'socket', 'io_uring'] as const) expect(of(name)).toBe(denied)
    expect(of('socketpair', 2)).toBe(denied)
    expect(of('clone', child)).toBe(denied)
    expect(of('clone', thread | newUser)).toBe(denied)
    expect(of('clone3')).toBe(unknown)
  },
)

test.each([
  ['x64', x64, 56],
  ['arm64', arm64, 220],
] as const)('on %s an engine may also start programs, but not create namespaces', (arch, audit, clone) => {
  const filter = seccompFilter({ arch, mayFork: true })!
  expect(decide(filter, { arch: audit, number: clone, argument: child })).toBe(allowed)
  expect(decide(filter, { arch: audit, number: clone, argument: child | newUser })).toBe(denied)
})

test('the system call ABI of another architecture does not bypass the filter', () => {
  const filter = seccompFilter({ arch: 'x64', mayFork: false })!
  expect(decide(filter, { arch: 0x40000003, number: 3 })).toBe(killed)
  expect(decide(filter, { arch: x64, number: 0x40000000 | 101 })).toBe(unknown)
  expect(decide(filter, { arch: x64, number: calls.x64.fork })).toBe(denied)
})

test('other architectures have no filter', () => {
  expect(seccompFilter({ arch: 'riscv64', mayFork: true })).toBeUndefined()
})
