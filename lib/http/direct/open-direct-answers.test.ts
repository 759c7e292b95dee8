import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { directRoutes } from '#lib/http/direct/open-direct-answers'

const app = join(import.meta.dirname, '../../../app')

test('each path that is answered directly has a route file of the framework, and no other route file answers a path of its shape', () => {
  for (const { path } of directRoutes) {
    const folder = join(app, path.replace(/\{(\w+)\}/g, '[$1]'))
    expect(existsSync(join(folder, 'route.ts')), path).toBe(true)
    expect(readFileSync(join(folder, 'route.ts'), 'utf8'), path).toMatch(/= route\(\w+\)/)
    if (path.endsWith('}'))
      expect(
        readdirSync(dirname(folder), { withFileTypes: true }).filter((entry) => entry.isDirectory()).length,
        path,
      ).toBe(1)
  }
})
