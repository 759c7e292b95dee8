import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { runbookOf } from '#lib/adapters/runbooks'

const alerts = [...readFileSync('docs/alerts.yml', 'utf8').matchAll(/alert: (\w+)/g)].map(([, name]) => name!)

test('a runbook has a line per paragraph and list item, without markup except code', () => {
  expect(runbookOf('CairnBountyStuck')).toMatch(/\n1\. Remove the cause.*\n2\. Press "Retry bounty"/)
  expect(runbookOf('CairnTransactionStuck')).toMatch(/\n• At the limit .*\n• No node accepts it/)
  expect(alerts.length).toBeGreaterThan(10)
  for (const alert of alerts) {
    const prose = runbookOf(alert)!.replaceAll(/`[^`]*`/g, '')
    expect(prose, alert).not.toMatch(/[*|`#]|\]\(|\n\n/)
  }
})

test('an alert without a runbook returns null', () => {
  expect(runbookOf('CairnNothing')).toBeNull()
})

test('each runbook begins with when its rule fires, and after how long', () => {
  const rules = readFileSync('docs/alerts.yml', 'utf8')
    .split(/^ +- (?=alert: )/m)
    .slice(1)
  const units: Record<string, string> = { m: 'minute', h: 'hour' }
  for (const rule of rules) {
    const name = /^alert: (\w+)/.exec(rule)![1]!
    const [first] = runbookOf(name)!.split('\n')
    const [, count, unit] = /^ +for: (\d+)([mh])$/m.exec(rule) ?? []
    const lasts = count ? `for ${count} ${units[unit!]}${count === '1' ? '' : 's'}.` : 'at once'
    expect(first, name).toMatch(count ? /^Fires when [^.]*\.$/ : /^Fires at once when [^.]*\.$/)
    expect(first, name).toContain(lasts)
  }
})

test('the guide names the severity of each rule', () => {
  const rules = [...readFileSync('docs/alerts.yml', 'utf8').matchAll(/alert: (\w+)[\s\S]*?severity: (\w+)/g)]
  const guide = readFileSync('docs/operations.md', 'utf8')
  for (const severity of ['page', 'ticket']) {
    const line = new RegExp(`^\\| \`${severity}\` \\| (.*) \\|$`, 'm').exec(guide)?.[1] ?? ''
    const named = [...line.matchAll(/\[(\w+)\]/g)].map(([, name]) => name)
    expect(named, severity).toEqual(rules.flatMap(([, name, is]) => (is === severity ? [name] : [])))
  }
})
