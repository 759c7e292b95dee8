// needs: squawk
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { lintMigration } from '#testing/lint-migration'

const folder = join(import.meta.dirname, '../drizzle/migrations')
/** The first migration is not checked: it creates the tables of an empty database, which no other version uses yet. */
const first = '0000_schema.sql'

const rulesOf = (sql: string) => [...new Set(lintMigration(sql).map(({ rule }) => rule))]
const concurrently = (...statements: string[]) => statements.join('--> statement-breakpoint\n')

test('every migration but the first can run while the previous version does', () => {
  const files = readdirSync(folder).filter((name) => name.endsWith('.sql'))
  expect(files).toContain(first)
  const findings = files
    .filter((name) => name !== first)
    .flatMap((name) =>
      lintMigration(readFileSync(join(folder, name), 'utf8')).map(
        ({ line, rule, message }) => `${name}:${line} ${rule}: ${message}`,
      ),
    )
  expect(findings).toEqual([])
})

describe('a migration is refused that', () => {
  test.each([
    [
      'locks a table while an index is built',
      'create index i on bounty (x);',
      'require-concurrent-index-creation',
    ],
    ['locks a table to drop an index', 'drop index i;', 'require-concurrent-index-deletion'],
    [
      'reads a whole table for NOT NULL',
      'alter table bounty alter column x set not null;',
      'adding-not-nullable-field',
    ],
    [
      'adds a column that old code does not fill',
      'alter table bounty add column x integer not null;',
      'adding-required-field',
    ],
    ['rewrites a table for a type', 'alter table bounty alter column x type bigint;', 'changing-column-type'],
    [
      'rewrites a table for a default',
      'alter table bounty add column x timestamptz default clock_timestamp();',
      'adding-field-with-default',
    ],
    [
      'checks all rows at once',
      'alter table bounty add constraint c check (x > 0);',
      'constraint-missing-not-valid',
    ],
    [
      'checks a foreign key at once',
      'alter table bounty add constraint c foreign key (x) references payment (id);',
      'adding-foreign-key-constraint',
    ],
    [
      'builds the index of a constraint under a lock',
      'alter table bounty add constraint c unique (x);',
      'disallowed-unique-constraint',
    ],
    ['drops a column', 'alter table bounty drop column x;', 'ban-drop-column'],
    ['drops a table', 'drop table bounty;', 'ban-drop-table'],
    ['renames a column', 'alter table bounty rename column x to y;', 'renaming-column'],
    ['renames a table', 'alter table bounty rename to y;', 'renaming-table'],
    ['cannot be parsed', 'alter tabel bounty add x integer;', 'syntax-error'],
  ])('%s', (_, sql, rule) => {
    expect(rulesOf(sql)).toContain(rule)
  })
})

test('new tables, columns that may be null or have a constant, and constraints without validation are accepted', () => {
  const sql = `
    create table note (id bigint primary key, x integer not null, constraint c check (x > 0));
    create index note_x on note (x);
    alter table bounty add column x integer;
    alter table bounty add column y integer default 0 not null;
    alter table bounty add constraint positive check (x > 0) not valid;`
  expect(lintMigration(sql)).toEqual([])
})

test('a constraint is validated in a later migration', () => {
  expect(lintMigration('alter table bounty validate constraint positive;')).toEqual([])
})

describe('an index that is built concurrently', () => {
  const drop = 'drop index concurrently if exists "i";'
  const create = 'create unique index concurrently "i" on "bounty" using btree ("x");'

  test('is accepted if a failed build of it is dropped first', () => {
    expect(lintMigration(concurrently(drop, create))).toEqual([])
  })

  test('is refused without that', () => {
    expect(rulesOf(create)).toEqual(['concurrent-repeatable'])
    expect(rulesOf(concurrently('drop index concurrently if exists "other";', create))).toEqual([
      'concurrent-repeatable',
    ])
  })

  test('is refused beside other statements, which would not be in a transaction', () => {
    expect(rulesOf(concurrently(drop, create, 'alter table bounty add column y integer;'))).toEqual([
      'concurrent-alone',
    ])
    expect(rulesOf(`${drop} ${create}`)).toEqual(['concurrent-alone'])
  })
})

test('something unused may be dropped if the migration says since when and why', () => {
  const drop = '-- squawk-ignore ban-drop-column\nalter table bounty drop column x;'
  expect(lintMigration(`-- unused since 0.3.0: the state says it\n${drop}`)).toEqual([])
  expect(lintMigration(drop)).toMatchObject([{ line: 1, rule: 'ignore-without-reason' }])
})

test('a finding that another statement of the migration makes up for may be ignored if it says how', () => {
  const rename = '-- squawk-ignore renaming-table\nalter table bounty rename to y;'
  expect(lintMigration(`-- within this transaction: a view takes over the name\n${rename}`)).toEqual([])
  expect(lintMigration(rename)).toMatchObject([{ line: 1, rule: 'ignore-without-reason' }])
})

test('a finding has the line of its statement', () => {
  expect(lintMigration('create table a ();\n\ndrop table b;')).toMatchObject([
    { line: 3, rule: 'ban-drop-table' },
  ])
})
