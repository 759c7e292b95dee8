import { afterEach, expect, test } from 'vitest'
import { ApiRefusal } from '#lib/client/api-refusal'
import { noteRun, readUnfinished, unfinishedText, writeUnfinished } from './unfinished-action.ts'

const action = {
  operator: '0xab',
  asked: { action: 'withdraw_capture', input: {} },
  label: 'Withdraw capture',
  reason: 'It shows a home.',
  run: 'not sent' as const,
}
const refusedWith = (status: number) => () =>
  Promise.reject(new ApiRefusal({ status, code: 'x', message: 'No.' }))
const textAfter = async (send: () => Promise<unknown>) => {
  writeUnfinished(action)
  await noteRun(send).catch(() => {})
  const left = readUnfinished()
  return left && unfinishedText(left)
}
afterEach(() => writeUnfinished(undefined))

test('an action is said to be not carried out only if it was not sent, or was refused', async () => {
  expect(unfinishedText(action)).toBe('“Withdraw capture” was not carried out.')
  expect(await textAfter(refusedWith(401))).toBe('“Withdraw capture” was not carried out.')
  for (const status of [0, 500, 503])
    expect(await textAfter(refusedWith(status))).toMatch(
      'It is not known whether “Withdraw capture” was carried out',
    )
})

test('the reason stays until the action is carried out', async () => {
  await textAfter(refusedWith(401))
  expect(readUnfinished()?.reason).toBe('It shows a home.')
  expect(await textAfter(async () => 'done')).toBeUndefined()
})

test('the answer of one action says nothing of another whose dialog was opened meanwhile', async () => {
  const other = { ...action, asked: { action: 'revoke_key', input: {} }, label: 'Revoke this key' }
  for (const outcome of [refusedWith(401), async () => 'done']) {
    writeUnfinished(action)
    await noteRun(() => {
      writeUnfinished(other)
      return outcome()
    }).catch(() => {})
    expect(readUnfinished()).toEqual(other)
  }
})
