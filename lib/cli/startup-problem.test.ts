import { DrizzleQueryError } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { startupProblem } from './startup-problem.ts'

const fails = (message: string, code?: string) => Object.assign(new Error(message), { code })

test('a database without tables leads to the migration', () => {
  expect(startupProblem(fails('relation "service_clock" does not exist', '42P01'))).toBe(
    'The database has no tables of this version: run `npm run migrate` first. (relation "service_clock" does not exist)',
  )
})

test('so does one whose error is the cause of another', () => {
  const cause = fails('relation "api_key" does not exist', '42P01')
  expect(startupProblem(new DrizzleQueryError('select 1', ['a value'], cause))).toMatch(
    /npm run migrate.*\(relation "api_key" does not exist\)$/,
  )
})

test('a role without rights is told which it needs', () => {
  expect(startupProblem(fails('permission denied for database other', '42501'))).toContain('must own')
})

test('any other problem is reported unchanged', () => {
  expect(startupProblem(fails('connect ECONNREFUSED', 'ECONNREFUSED'))).toBe('connect ECONNREFUSED')
  expect(startupProblem('stopped')).toBe('stopped')
})
