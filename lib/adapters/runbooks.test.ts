import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { runbookOf } from '#lib/adapters/runbooks'

const alerts = [...readFileSync('docs/alerts.yml', 'utf8').matchAll(/alert: (\w+)/g)].map(([, name]) => name!)

test('a runbook is read in the console as it is on its page: in paragraphs and points, with nothing of the markup but code', () => {
  expect(runbookOf('CairnBountyStuck')).toMatch(/\n1\. Take the cause away.*\n2\. Press "Retry bounty"/)
  expect(runbookOf('CairnTransactionStuck')).toMatch(/\n• At the limit .*\n• No node takes it/)
  expect(alerts.length).toBeGreaterThan(10)
  for (const alert of alerts) {
    const prose = runbookOf(alert)!.replaceAll(/`[^`]*`/g, '')
    expect(prose, alert).not.toMatch(/[*|`#]|\]\(|\n\n/)
  }
})

test('of an alarm that has no runbook nothing is said', () => {
  expect(runbookOf('CairnNothing')).toBeNull()
})
