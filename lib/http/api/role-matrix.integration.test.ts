import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import type { Handlers } from '#lib/http/api/guarded'
import { contextSlot } from '#lib/http/api/opened-context'
import { operations } from '#lib/operations/catalog'
import type { AnyOperation } from '#lib/operations/define-operation'
import { operatorGroup } from '#lib/operations/operator/catalog'
import { createTestDatabase, type TestDatabase } from '#testing/database'
import { type Schema, valuesOf } from '#testing/fuzz/from-schema'
import { publishTestObservations } from '#testing/observations'
import { type Cast, openCast, operatorSettings, type Role, roles } from '#testing/roles/cast'
import { accessOf, expectedStatus, folderOf, promisedAccess, type Row, rows } from '#testing/roles/rows'
import { openUnchained, type UnchainedContext } from '#testing/unchained-context'
import { origin } from '#testing/unchained-settings'

const app = join(import.meta.dirname, '../../../app')
const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']
const operatorSide = '/api/operator/'

const uploads = '/api/board/uploads/[[...path]]'
/** The folder of every route file. */
const files = readdirSync(app, { recursive: true, encoding: 'utf8' })
  .map((file) => file.replaceAll('\\', '/'))
  .filter((file) => file.endsWith('route.ts'))
  .map((file) => `/${file.replace(/\/?route\.ts$/, '')}`)
const described = [...operations, ...operatorGroup.operations]
/** Every route, documented or not: the route files, and the paths of the operations, which one file for each side answers. */
const folders = [...new Set([...files, ...described.map(({ path }) => folderOf(path))])]
const sideOf = (folder: string) =>
  folder.startsWith('/enterprise/') ? '/enterprise/[...path]' : '/api/[[...path]]'
const isOperators = (folder: string) => folder.startsWith(operatorSide)

let database: TestDatabase
let ctx: UnchainedContext
let cast: Cast
const served = new Map<string, Partial<Handlers>>()
beforeAll(async () => {
  database = await createTestDatabase()
  ctx = await openUnchained(database.url, operatorSettings)
  contextSlot.current = Promise.resolve(ctx)
  const [observationId] = await publishTestObservations(database)
  for (const folder of folders) {
    const file = files.includes(folder) ? folder : sideOf(folder)
    served.set(folder, await import(join(app, file, 'route.ts')))
  }
  const [begin] = rows[uploads]!
  const upload = async (credential: Record<string, string>) => {
    const { headers } = await send(uploads, begin!, credential)
    return headers.get('location')!.split('/').at(-1)!
  }
  cast = await openCast(ctx, { observationId: observationId!, upload })
})
afterAll(async () => {
  contextSlot.current = undefined
  await ctx?.close()
  await database?.close()
})

type Wanted = Pick<Row, 'method' | 'at' | 'headers' | 'body'>
/** Calls a route as the framework does. */
const send = async (folder: string, wanted: Wanted, credential: Record<string, string>) => {
  const { method, at, headers = {}, body } = wanted
  const sent = body?.(cast)
  const request = new Request(origin + (at?.(cast) ?? folder), {
    method,
    headers: {
      ...(sent === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
      ...credential,
    },
    ...(sent === undefined ? {} : { body: JSON.stringify(sent) }),
  })
  const handler = served.get(folder)![method as keyof Handlers] as Handler | undefined
  if (!handler) return new Response(null, { status: 405 })
  return handler(request, { params: Promise.resolve({}) })
}
type Handler = (request: Request, context: { params: Promise<object> }) => Promise<Response>

/** Also reads the answer, or only the beginning of an endless one. */
const ask = async (folder: string, wanted: Wanted, credential: Record<string, string>) => {
  const response = await send(folder, wanted, credential)
  const isStream = response.headers.get('content-type')?.startsWith('text/event-stream') ?? false
  if (isStream) await response.body?.cancel()
  return { status: response.status, text: isStream ? '' : await response.text() }
}

/** Asserts that no answer contains data of other parties, and that a 401 has only the members of every error. */
const assertKeepsSecrets = ({ text, status }: { text: string; status: number }, role: string) => {
  for (const secret of cast.secrets) expect(text, `${role} is told a secret`).not.toContain(secret)
  if (status === 401 && text !== '')
    expect(Object.keys(JSON.parse(text)).sort()).toEqual(['error', 'message', 'request_id'])
}

const each = Object.entries(rows).flatMap(([folder, own]) => own.map((row) => ({ folder, row })))

test('every route has its rows, every operation is one of them, and no row is of a route that is not there', () => {
  expect(Object.keys(rows).sort()).toEqual(folders.filter((folder) => !isOperators(folder)).sort())
  const served = described.map(({ path, method }) => ({
    folder: folderOf(path),
    method,
  }))
  const missing = served.filter(({ folder, method }) =>
    isOperators(folder) ? !folders.includes(folder) : !rows[folder]?.some((row) => row.method === method),
  )
  expect(missing).toEqual([])
})

test('every free operation is open to exactly the roles that it is promised to, and every operation of the console to operators only', () => {
  const free = operations.filter((operation) => accessOf(operation) !== 'buyers')
  const described = Map.groupBy(free, accessOf)
  const names = [...described].map(([access, those]) => [access, those.map(({ name }) => name).sort()])
  const promised = Object.entries(promisedAccess).map(([access, those]) => [access, [...those].sort()])
  expect(Object.fromEntries(names)).toEqual(Object.fromEntries(promised))
  for (const operation of operatorGroup.operations)
    expect(operation, operation.name).toMatchObject({ credential: 'operator' })
})

const mayDo = (row: Row, role: Role) =>
  !['everyone', 'buyers', 'nothing', 'link'].includes(row.access) &&
  expectedStatus(row, role) === (row.ok ?? 200)

// The same rule for all: a new operation for operators needs no entry here.
describe.each(operatorGroup.operations.map((operation) => ({ operation })))(
  '$operation.method $operation.path',
  ({ operation }) => {
    test('is for operators alone', async () => {
      const folder = folderOf(operation.path)
      const wanted = { method: operation.method, ...wellFormed(operation) }
      const own = await ask(folder, wanted, cast.credentials.operator)
      // Any answer except a refusal of the caller: the ids in the request are made up.
      expect([200, 202, 204, 400, 404, 409, 413, 415, 503]).toContain(own.status)
      // An invalid request may be refused before its credential is checked.
      const refusals = own.status === 400 || own.status === 415 ? [own.status, 401] : [401]
      const others = roles.filter((role) => role !== 'operator')
      await Promise.all(
        others.map(async (role) => {
          const answer = await ask(folder, wanted, cast.credentials[role])
          expect(refusals, role).toContain(answer.status)
          assertKeepsSecrets(answer, role)
        }),
      )
    })
  },
)

test('every path below /api/operator refuses everyone else, described or not', async () => {
  for (const folder of folders.filter(isOperators))
    for (const method of methods)
      for (const role of ['nobody', 'contributor', 'key'] as const) {
        const { status } = await ask(folder, { method }, cast.credentials[role])
        expect([400, 401, 404, 405, 411, 413, 415], `${method} ${folder} by ${role}`).toContain(status)
      }
})

test('methods without a row are refused, also for roles with access to the others', async () => {
  for (const [folder, own] of Object.entries(rows)) {
    if (own.every(({ access }) => access === 'nothing')) continue
    const taken = new Set(own.map(({ method }) => method))
    // GET paths also answer HEAD, except paid ones and streams.
    if (taken.has('GET')) taken.add('HEAD')
    for (const method of methods.filter((one) => !taken.has(one)))
      for (const role of ['nobody', 'operator'] as const) {
        const { status } = await ask(
          folder,
          { ...own[0]!, method, body: () => undefined },
          cast.credentials[role],
        )
        expect([404, 405], `${method} ${folder} by ${role}`).toContain(status)
      }
  }
})

describe('a session kept as a cookie', () => {
  const withSession = each.filter(({ row }) => ['members', 'owner'].includes(row.access))
  const elsewhere: Record<string, string>[] = [
    { origin: 'http://elsewhere.test' },
    { 'sec-fetch-site': 'same-site' },
    {},
  ]

  test('changes nothing for a request from another origin', async () => {
    const writes = [
      ...withSession.filter(({ row }) => !['GET', 'HEAD'].includes(row.method)),
      ...operatorGroup.operations
        .filter(({ method }) => method !== 'GET')
        .map((operation) => ({
          folder: folderOf(operation.path),
          row: { method: operation.method, ...wellFormed(operation) },
        })),
    ]
    expect(writes.length).toBeGreaterThan(5)
    for (const { folder, row } of writes)
      for (const cookie of Object.values(cast.cookies))
        for (const from of elsewhere) {
          const { status } = await ask(folder, row, { cookie, ...from })
          expect([400, 401], `${row.method} ${folder} from ${JSON.stringify(from)}`).toContain(status)
        }
  })

  test('opens what its token opens, and no more', async () => {
    const reads = each.filter(({ row }) => row.method === 'GET' && row.access !== 'everyone')
    for (const { folder, row } of reads)
      for (const role of ['contributor', 'operator'] as const) {
        const { status } = await ask(folder, row, { cookie: cast.cookies[role], origin })
        expect(status, `${folder} by the cookie of the ${role}`).toBe(expectedStatus(row, role))
      }
    for (const operation of operatorGroup.operations.filter(({ method }) => method === 'GET')) {
      const wanted = { method: 'GET', ...wellFormed(operation) }
      const answer = await ask(folderOf(operation.path), wanted, { cookie: cast.cookies.contributor, origin })
      expect([400, 401], operation.path).toContain(answer.status)
    }
  })
})

// Last, because some requests end what the others need: the sessions, and the open state of the bounty.
describe.each(each)('$row.method $folder', ({ folder, row }) => {
  test(`is for: ${row.access}`, async () => {
    const got: Partial<Record<Role, number>> = {}
    const ofRole = async (role: Role) => {
      const answer = await ask(folder, row, cast.credentials[role])
      got[role] = answer.status
      if (!mayDo(row, role)) assertKeepsSecrets(answer, role)
    }
    await Promise.all(roles.filter((role) => !mayDo(row, role)).map(ofRole))
    // Roles with access come last: some requests work only once.
    for (const role of roles) if (mayDo(row, role)) await ofRole(role)
    expect(got).toEqual(Object.fromEntries(roles.map((role) => [role, expectedStatus(row, role)])))
  })
})

/** A request that matches the operation's description. It is always the same. */
function wellFormed(operation: AnyOperation): Pick<Row, 'at' | 'body'> {
  const { params, query, body } = operation.request
  const names = params ? (sampleOf(params) as Record<string, unknown>) : {}
  const path = operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(names[name] ?? 'x')),
  )
  const required = query ? sampleOf(query) : {}
  const search = new URLSearchParams(
    Object.entries(required as object).map(([name, value]) => [name, String(value)]),
  )
  const schema = typeof body === 'function' ? body(ctx.env) : body
  return {
    at: () => (search.size === 0 ? path : `${path}?${search}`),
    ...(schema ? { body: () => sampleOf(schema) } : {}),
  }
}

/** The smallest value that matches the schema. */
function sampleOf(schema: z.ZodType): unknown {
  const described = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Schema
  const [value] = fc.sample(
    valuesOf(onlyRequired(described), () => ({})),
    { numRuns: 1, seed: 1 },
  )
  return value
}

function onlyRequired(schema: Schema): Schema {
  if (schema.type !== 'object' || !schema.properties) return schema
  const required = (schema.required ?? []) as string[]
  const kept = Object.entries(schema.properties as Record<string, Schema>).filter(([name]) =>
    required.includes(name),
  )
  return { ...schema, properties: Object.fromEntries(kept) }
}
