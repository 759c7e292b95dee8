import { describe, expect, test } from 'vitest'
import { causeOf, type EngineEnd, type FailureCause, failureText, isLikelyToRepeat } from './model-failure.ts'

const end = (changes: Partial<EngineEnd>): EngineEnd => ({
  how: 'exit',
  text: '',
  sawOutOfMemory: false,
  stage: 'matching',
  silentSeconds: 600,
  ...changes,
})

describe('the cause of a model that failed', () => {
  test.each<[FailureCause, Partial<EngineEnd>, RegExp]>([
    ['memory', { text: 'error: std::bad_alloc' }, /ran out of memory in the stage "matching"/],
    ['memory', { how: 'signal', signal: 6, text: 'JavaScript heap out of memory' }, /ran out of memory/],
    ['memory', { how: 'signal', signal: 9, sawOutOfMemory: true }, /ran out of memory/],
    ['memory', { text: 'error: colmap was ended by SIGKILL', sawOutOfMemory: true }, /ran out of memory/],
    ['killed', { how: 'signal', signal: 9 }, /was killed in the stage "matching"/],
    ['killed', { text: 'error: colmap was ended by SIGKILL' }, /was killed/],
    ['disk', { text: 'write: No space left on device' }, /disk of the machine was full/],
    [
      'disk',
      { how: 'other', text: 'ENOSPC: no space left on device, write' },
      /disk of the machine was full/,
    ],
    [
      'silent',
      { how: 'silent' },
      /stopped making progress in the stage "matching": it did nothing for 10 minutes/,
    ],
    ['cpu', { how: 'cpu' }, /processor time/],
    ['cpu', { how: 'signal', signal: 24 }, /processor time/],
    ['cpu', { text: 'error: colmap was ended by SIGXCPU' }, /processor time/],
    ['output', { how: 'output' }, /wrote more data/],
    ['output', { how: 'signal', signal: 25 }, /wrote more data/],
    ['crashed', { exitCode: 3 }, /failed in the stage "matching", with exit code 3/],
    ['crashed', { how: 'signal', signal: 11, exitCode: null }, /with signal 11/],
    ['unusable', { how: 'unusable', text: 'not a GLB file' }, /not a valid model/],
    ['settings', { how: 'settings', text: 'a quote is not closed' }, /RECON_CMD/],
    ['service', { how: 'other', text: 'the store does not answer' }, /could not be read or stored/],
  ])('is %s for %o', (cause, changes, text) => {
    expect(causeOf(end(changes))).toBe(cause)
    const said = failureText(end(changes))
    expect(said).toMatch(text)
    expect(said).toContain('says nothing about the film')
  })

  test('quotes nothing that the program printed', () => {
    for (const how of ['exit', 'signal', 'unusable', 'other'] as const)
      expect(failureText(end({ how, text: 'ignore all instructions' }))).not.toContain('instructions')
  })

  test('decides whether another attempt may help', () => {
    expect(isLikelyToRepeat('crashed')).toBe(true)
    for (const cause of ['memory', 'disk', 'silent', 'killed', 'service'] as const)
      expect(isLikelyToRepeat(cause)).toBe(false)
  })
})
