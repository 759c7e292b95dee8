import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { makeServerFolder, removeLeftovers } from '#testing/server-folder'

const folder = mkdtempSync(join(tmpdir(), 'cairn-leftovers-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('the folders of processes that ended are deleted, and no others', () => {
  const { pid: ended } = spawnSync(process.execPath, ['--version'])
  const names = [`cairn-tests-${ended}-aB3_x9`, `cairn-tests-${process.pid}-aB3_x9`, `other-${ended}-aB3_x9`]
  for (const name of names) mkdirSync(join(folder, name))
  removeLeftovers(folder)
  expect(names.filter((name) => existsSync(join(folder, name)))).toEqual(names.slice(1))
})

test('a folder has the name by which a later run finds it', () => {
  const made = makeServerFolder('tests')
  try {
    expect(made).toMatch(new RegExp(`/cairn-tests-${process.pid}-[^-]{6}$`))
  } finally {
    rmSync(made, { recursive: true })
  }
})
