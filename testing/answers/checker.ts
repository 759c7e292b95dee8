import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { parseJson } from '#lib/domain/text/json'
import { closeSchemas } from '#testing/answers/close-schemas'

// Compares the answers of the API with its OpenAPI description.

/** One answer. `body` is its text, empty if it has no body. */
export type Answer = { method: string; url: string; status: number; headers: Headers; body: string }

export type Checker = (answer: Answer) => string[]

type Header = { $ref?: string; required?: boolean; schema?: object }
type Described = {
  headers?: Record<string, Header>
  content?: Record<string, { schema?: object }>
}
type Operation = { operationId: string; responses: Record<string, Described> }
type Paths = Record<string, Record<string, Operation>>

/** True if the OpenAPI document describes the path. */
export function isInterface(pathname: string): boolean {
  return /^\/(api|enterprise)\//.test(pathname)
}

/** Methods whose answers are those of another. HEAD answers as GET does, without the body. */
const methods = ['get', 'put', 'post', 'patch', 'delete', 'head']

/**
 * Checks answers against an OpenAPI document: the operation must document the status, its media type and headers, and every member
 * of the body. Paths outside the API are not checked. An unknown path of the API must be refused in the common error
 * format.
 *
 * @returns faults as sentences that name operation and status; empty if the answer is as documented
 */
export function createAnswerChecker(document: object): Checker {
  const { compile, paths } = compilerOf(document)
  const templates = Object.keys(paths).map((path) => ({
    path,
    pattern: new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`),
    // An exact path goes before one with a parameter.
    parameters: path.split('{').length,
  }))
  templates.sort((a, b) => a.parameters - b.parameters)

  return (answer) => {
    const { pathname } = new URL(answer.url)
    const template = templates.find(({ pattern }) => pattern.test(pathname))
    if (!template) return withName(`${answer.method} ${pathname}`, checkOutside(answer, pathname))
    const operations = paths[template.path]!
    const method = answer.method.toLowerCase()
    const asGet = method === 'head' && !('head' in operations)
    const operation = operations[asGet ? 'get' : method]
    const name = `${operation?.operationId ?? template.path} (${answer.method})`
    if (!operation) return withName(name, checkOtherMethod(answer, operations))
    const described = operation.responses[answer.status]
    if (!described)
      return withName(name, [
        `answers ${answer.status}, which is not documented: ${answer.body.slice(0, 300)}`,
      ])
    const found = [...checkHeaders(answer, described), ...checkBody(answer, described)]
    return withName(`${name} ${answer.status}`, found)
  }

  function checkHeaders({ headers }: Answer, described: Described): string[] {
    return Object.entries(described.headers ?? {}).flatMap(([name, header]) => {
      const { required, schema } = header.$ref ? (resolve(document, header.$ref) as Header) : header
      const value = headers.get(name)
      if (value === null) return required ? [`lacks the header ${name}`] : []
      const isInteger = schema && 'type' in schema && schema.type === 'integer'
      return faultsOf(compile(schema ?? {}), isInteger ? Number(value) : value).map(
        (fault) => `header ${name}${fault}`,
      )
    })
  }

  function checkBody({ method, headers, body }: Answer, { content }: Described): string[] {
    if (!content) return body === '' ? [] : ['has a body where none is documented']
    const type = headers.get('content-type') ?? 'none'
    const documented = content[type.split(';')[0]!.trim()]
    if (!documented) return [`has the Content-Type ${type}`]
    if (method === 'HEAD') return body === '' ? [] : ['has a body, to HEAD']
    // A stream is endless, so its body is left unread.
    if ('text/event-stream' in content && type.startsWith('text/event-stream')) return []
    const parsed = parseJson(body)
    if (parsed === undefined) return [`is no JSON: ${body.slice(0, 100)}`]
    return faultsOf(compile(documented.schema ?? {}), parsed)
  }

  function checkOtherMethod(answer: Answer, operations: Record<string, Operation>): string[] {
    const described = Object.entries(operations).find(([name]) => methods.includes(name))?.[1].responses[
      '405'
    ]
    if (answer.status !== 405 || !described) return [`answers ${answer.status} to a method it does not have`]
    return [...checkHeaders(answer, described), ...checkBody(answer, described)]
  }

  function checkOutside(answer: Answer, pathname: string): string[] {
    if (!isInterface(pathname) || answer.status !== 404) return []
    const error = { $ref: '#/components/schemas/Error' }
    return checkBody(answer, { content: { 'application/json': { schema: error } } })
  }
}

function compilerOf(document: object): { paths: Paths; compile: (schema: object) => ValidateFunction } {
  const ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: true })
  addFormats.default(ajv)
  const whole = closeSchemas(document as Record<string, unknown>) as unknown as {
    paths: Paths
    components: object
  }
  ajv.addSchema({ $id: 'cairn:', components: whole.components })
  const compiled = new WeakMap<object, ValidateFunction>()
  return {
    paths: whole.paths,
    compile: (schema) => {
      const known = compiled.get(schema)
      if (known) return known
      const made = ajv.compile(pointing(schema) as object)
      compiled.set(schema, made)
      return made
    },
  }
}

/** Prefixes the references of a part, so that they resolve to the components of the whole description. */
function pointing(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(pointing)
  if (value === null || typeof value !== 'object') return value
  const entries = Object.entries(value).map(([key, member]) =>
    key === '$ref' && typeof member === 'string' ? [key, `cairn:${member}`] : [key, pointing(member)],
  )
  return Object.fromEntries(entries)
}

function faultsOf(validate: ValidateFunction, value: unknown): string[] {
  if (validate(value)) return []
  return (validate.errors ?? []).map(({ instancePath, message, params }) => {
    const member = 'additionalProperty' in params ? ` (${params.additionalProperty})` : ''
    return ` at ${instancePath || '/'}: ${message}${member}`
  })
}

function withName(name: string, faults: readonly string[]): string[] {
  return faults.map((fault) => `${name} ${fault.trim()}`)
}

function resolve(document: object, reference: string): unknown {
  const steps = reference.slice(2).split('/')
  return steps.reduce<unknown>((at, step) => (at as Record<string, unknown>)[step], document)
}
