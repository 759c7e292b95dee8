import { spawnSync } from 'node:child_process'
import { createRequire } from 'node:module'

/** A problem with a statement of a migration. `line` counts from 1. */
export type MigrationFinding = { line: number; rule: string; message: string }

/** The linter, where npm has it for this platform. */
export function findSquawk(): string | undefined {
  try {
    return createRequire(import.meta.url).resolve(
      `@squawk-cli/${process.platform}-${process.arch}/bin/squawk`,
    )
  } catch {
    return undefined
  }
}

const statementBreakpoint = '--> statement-breakpoint'

/** Rules of squawk about style, and rules about time limits, which `npm run migrate` sets. */
const notApplied = [
  'prefer-bigint-over-int',
  'prefer-bigint-over-smallint',
  'prefer-identity',
  'prefer-robust-stmts',
  'prefer-text-field',
  'prefer-timestamp-tz',
  'require-lock-timeout',
  'require-statement-timeout',
]

/**
 * Returns what makes a migration unsafe while the previous version of the service runs: a lock on a table during a read or rewrite
 * of all rows, or something renamed or dropped that the previous version uses (https://squawkhq.com/docs/rules). Tables that the
 * migration itself creates are exempt.
 *
 * A column or table that the previous version no longer uses may be dropped, with two lines before the statement: `-- unused since VERSION: REASON` and
 * `-- squawk-ignore RULE`.
 *
 * A migration with `concurrently` runs outside a transaction. So it must have nothing but indexes, each dropped before it is created:
 * a build that failed leaves an invalid index, and the next run must replace it.
 */
export function lintMigration(sql: string): MigrationFinding[] {
  const isConcurrent = /\bindex\s+concurrently\b/i.test(withoutComments(sql))
  return [...runSquawk(sql, isConcurrent), ...(isConcurrent ? lintConcurrent(sql) : []), ...lintIgnores(sql)]
}

function runSquawk(sql: string, isConcurrent: boolean): MigrationFinding[] {
  const args = ['--reporter', 'json', '--pg-version', '18.0', '--exclude', notApplied.join(',')]
  const program = findSquawk()
  if (!program) throw new Error('squawk is not installed')
  const inTransaction = isConcurrent ? [] : ['--assume-in-transaction']
  const run = spawnSync(program, [...args, ...inTransaction, '--stdin-filepath', 'migration.sql'], {
    input: sql,
    encoding: 'utf8',
  })
  // 1 means that there are findings.
  if (run.status !== 0 && run.status !== 1) throw new Error(`squawk failed: ${run.error ?? run.stderr}`)
  const found = JSON.parse(run.stdout || '[]') as { line: number; rule_name: string; message: string }[]
  return found.map(({ line, rule_name, message }) => ({ line: line + 1, rule: rule_name, message }))
}

function lintConcurrent(sql: string): MigrationFinding[] {
  const findings: MigrationFinding[] = []
  const dropped = new Set<string>()
  let line = 1
  for (const part of sql.split(statementBreakpoint)) {
    const text = withoutComments(part).trim()
    const found = (rule: string, message: string) => findings.push({ line, rule, message })
    const drop = /^drop index concurrently if exists ("?)(\w+)\1;?$/i.exec(text)
    const create = /^create (?:unique )?index concurrently ("?)(\w+)\1 [^;]*;?$/is.exec(text)
    if (drop) dropped.add(drop[2]!)
    else if (!create) {
      if (text)
        found(
          'concurrent-alone',
          'A migration with CONCURRENTLY has one index statement between breakpoints.',
        )
    } else if (!dropped.has(create[2]!))
      found(
        'concurrent-repeatable',
        'DROP INDEX CONCURRENTLY IF EXISTS must come first: a failed build leaves an index.',
      )
    line += part.split('\n').length - 1
  }
  return findings
}

/** An exception must say why, on the line before it. */
function lintIgnores(sql: string): MigrationFinding[] {
  const lines = sql.split('\n')
  return lines.flatMap((text, index) =>
    /^\s*--\s*squawk-ignore/.test(text) &&
    !/^\s*-- (?:unused since \S+|within this transaction): \S/.test(lines[index - 1] ?? '')
      ? [
          {
            line: index + 1,
            rule: 'ignore-without-reason',
            message:
              'The line before must be `-- unused since VERSION: REASON` or `-- within this transaction: REASON`.',
          },
        ]
      : [],
  )
}

function withoutComments(sql: string): string {
  return sql.replace(/--.*$/gm, '')
}
