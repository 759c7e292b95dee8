import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { mutants } from '#testing/chaos/mutants'

const root = join(import.meta.dirname, '../..')

test.each(mutants.flatMap(({ name, changes }) => changes.map((change) => ({ name, ...change }))))(
  '"$name" still finds its place in $file, once',
  ({ file, find }) => {
    expect(readFileSync(join(root, file), 'utf8').split(find)).toHaveLength(2)
  },
)
