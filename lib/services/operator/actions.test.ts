import { expect, test } from 'vitest'
import { doneTexts } from '#lib/domain/access/action-text'
import { actionNames } from './actions.ts'

test('every action has words for what was done', () => {
  expect(Object.keys(doneTexts).sort()).toEqual(actionNames)
})
