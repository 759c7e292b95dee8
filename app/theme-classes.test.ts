import { globSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { compile } from 'tailwindcss'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
const resetFamilies =
  /^(?:\S+:)?(?:bg|text|border|outline|fill|stroke|ring|divide|decoration|accent|caret|rounded|shadow)-[a-z\d]/

// The theme removes Tailwind's own colours, text sizes, corners and shadows, so `bg-black` or `text-3xl` silently has no effect.
test('every class for a colour, text size, corner or shadow has a rule', async () => {
  const compiler = await compile(readFileSync(join(root, 'app/globals.css'), 'utf8'), {
    base: join(root, 'app'),
    loadStylesheet: async (id, base) => {
      const path =
        id === 'tailwindcss'
          ? createRequire(import.meta.url).resolve('tailwindcss/index.css')
          : join(base, id)
      return { path, base: dirname(path), content: readFileSync(path, 'utf8') }
    },
  })
  const used = new Map<string, string>()
  for (const file of globSync('{app,components}/**/*.tsx', { cwd: root }))
    for (const name of readFileSync(join(root, file), 'utf8').split(/[\s"'`{}]+/))
      if (resetFamilies.test(name)) used.set(name, file)
  const css = compiler.build([...used.keys()])
  const hasRule = (name: string) => css.includes(`.${name.replace(/[^\w-]/g, '\\$&')}`)
  expect(used.size).toBeGreaterThan(100)
  expect([...used].filter(([name]) => !hasRule(name)).map(([name, file]) => `${file}: ${name}`)).toEqual([])
})

// A selector such as `:root:has(.desk-page) .header` makes Chromium compute all styles of the document again for each element that is added.
test('no rule selects elements below a root or body that it matches by its content', () => {
  const files = globSync('{app,components}/**/*.css', { cwd: root })
  const rules = files.flatMap((file) =>
    (readFileSync(join(root, file), 'utf8').match(/(?::root|html|body):has\(.*/g) ?? []).map(
      (rule) => `${file}: ${rule}`,
    ),
  )
  expect(rules.length).toBeGreaterThan(5)
  expect(rules.filter((rule) => !/:has\([^()]*\)(?:,| \{)?$/.test(rule))).toEqual([])
})
