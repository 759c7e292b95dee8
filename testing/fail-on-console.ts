import { afterEach, beforeEach, expect, vi } from 'vitest'

// Unexpected output is an unread error: a test that writes to the console fails.
const methods = ['error', 'warn', 'log', 'info', 'debug'] as const
let calls: string[] = []

beforeEach(() => {
  calls = []
  for (const method of methods) {
    vi.spyOn(console, method).mockImplementation((...args: unknown[]) => {
      calls.push(`console.${method}: ${args.map(String).join(' ')}`)
    })
  }
})

afterEach(() => {
  vi.restoreAllMocks()
  expect(calls, 'unexpected console output').toEqual([])
})
