import { jsonText } from '#lib/schemas/reference/json-text'
import type { OperationView } from '#lib/schemas/reference/operation'
import { fillPath } from '#lib/schemas/reference/operation'

export type Snippet = { id: 'curl' | 'typescript' | 'python' | 'mcp'; title: string; code: string }

/** How to call an operation in each language, with the values of its example. */
export function snippetsOf(operation: OperationView, baseUrl: string): Snippet[] {
  const request = requestOf(operation, baseUrl)
  const { tool } = operation
  return [
    { id: 'curl', title: 'curl', code: curl(operation, request) },
    { id: 'typescript', title: 'TypeScript', code: typescript(operation, request) },
    { id: 'python', title: 'Python', code: python(operation, request) },
    ...(tool ? [{ id: 'mcp' as const, title: 'MCP call', code: mcp(tool, operation, baseUrl) }] : []),
  ]
}

type Request = {
  method: string
  path: string
  url: string
  headers: Record<string, string>
  body: unknown
  /** True if the body is a file. */
  sendsFilm: boolean
}

/** The file of the examples of uploads. */
const film = 'film.mp4'
/** The value of this header is the length of the file, which each language reads. */
const lengthHeader = 'Upload-Length'

/** The variable that holds the credential. */
const tokenName = {
  agent_token: 'AGENT_TOKEN',
  session: 'SESSION_TOKEN',
  enterprise_key: 'CAIRN_API_KEY',
  none: undefined,
  payment: undefined,
}

function requestOf({ sample, ...operation }: OperationView, baseUrl: string): Request {
  const filled = sample ?? { params: {}, query: {}, headers: {} }
  const path = fillPath(operation.path, filled)
  return {
    method: operation.method,
    path,
    url: baseUrl + path,
    headers: {
      ...filled.headers,
      ...(operation.body ? { 'content-type': operation.body.contentType } : {}),
    },
    body: filled.body,
    sendsFilm: operation.body?.type === 'bytes',
  }
}

function curl(operation: OperationView, { method, url, headers, body, sendsFilm }: Request): string {
  const token = tokenName[operation.credential]
  const method_ =
    method === 'HEAD'
      ? '--head'
      : operation.answer.isStream
        ? '-iN'
        : method === 'GET'
          ? '-i'
          : `-i -X ${method}`
  const lines = [
    `curl ${method_} '${url}'`,
    ...Object.entries(headers).map(([name, value]) =>
      name === lengthHeader ? `-H "${name}: $(wc -c < ${film})"` : `-H '${name}: ${value}'`,
    ),
    ...(token ? [`-H "authorization: Bearer $${token}"`] : []),
    ...(operation.credential === 'payment' ? [`-H "PAYMENT-SIGNATURE: $PAYMENT"`] : []),
    ...(body === undefined ? [] : [`-d '${quoted(body)}'`]),
    ...(sendsFilm ? [`-T ${film}`] : []),
  ]
  const note =
    operation.credential === 'payment'
      ? '# Without PAYMENT-SIGNATURE the answer is 402, with the price. Nothing is charged.\n'
      : ''
  return note + lines.join(' \\\n  ')
}

function typescript(operation: OperationView, request: Request): string {
  const { method, url, headers, body, sendsFilm } = request
  const json = body === undefined ? undefined : `JSON.stringify(${indented(jsonText(body))})`
  const read = readingOf(operation)
  if (operation.credential === 'payment')
    return `// pay.ts is at /docs/examples: it signs once, for no more than you say, and sends that until it is answered.
import { send, sign } from './pay.ts'

const request = {
  method: '${method}' as const,
  path: '${request.path}',
${json === undefined ? '' : `  body: ${json},\n`}}
const signature = await sign(request, '${mostFor(operation)}')
const answer = await send(request, signature)
${read}`
  const token = tokenName[operation.credential]
  const sent = [
    ...Object.entries(headers).map(([name, value]) =>
      name === lengthHeader ? `    '${name}': String(film.size),` : `    '${name}': '${value}',`,
    ),
    ...(token ? [`    authorization: \`Bearer \${env.${token}}\`,`] : []),
  ]
  const options = [
    ...(method === 'GET' ? [] : [`  method: '${method}',`]),
    ...(sent.length > 0 ? ['  headers: {', ...sent, '  },'] : []),
    ...(json === undefined ? [] : [`  body: ${json},`]),
    ...(sendsFilm ? ['  body: film,'] : []),
  ]
  const readsFilm = sendsFilm || lengthHeader in headers
  const imports = [
    ...(readsFilm ? ["import { openAsBlob } from 'node:fs'"] : []),
    ...(token ? ["import { env } from 'node:process'"] : []),
  ]
  const begun = [
    ...(imports.length > 0 ? [...imports, ''] : []),
    ...(readsFilm ? [`const film = await openAsBlob('${film}')`] : []),
  ]
  const opened = begun.map((line) => `${line}\n`).join('')
  return `${opened}const answer = await fetch('${url}'${options.length > 0 ? `, {\n${options.join('\n')}\n}` : ''})\n${read}`
}

function readingOf({ answer }: OperationView): string {
  if (answer.isStream)
    return 'for await (const text of answer.body!.pipeThrough(new TextDecoderStream())) console.log(text)'
  if (answer.shape) return 'console.log(answer.status, await answer.json())'
  const header = resultHeader(answer)
  return header ? `console.log(answer.status, answer.headers.get('${header}'))` : 'console.log(answer.status)'
}

/** The header that has the result of an answer without a body. */
function resultHeader({ headers }: OperationView['answer']): string | undefined {
  return ['Location', 'Upload-Offset'].find((wanted) => headers.some(({ name }) => name === wanted))
}

/** The maximum amount that a program should sign for, in USDC: the price in the example. */
function mostFor({ price, sample }: OperationView): string {
  if (price?.amount !== undefined) return price.amount
  return String((sample?.body as { amount_usdc?: number } | undefined)?.amount_usdc ?? '')
}

const filmBytes = `str(os.path.getsize("${film}"))`

function pythonJson({ body }: Request): string | undefined {
  return body === undefined ? undefined : `json.dumps(${indented(pythonOf(body), '    ')})`
}

function paidPython(operation: OperationView, request: Request): string {
  const json = pythonJson(request)
  return [
    '# cairn.py is at /docs/examples: it signs once, for no more than you say, and sends that until it is answered.',
    ...(json === undefined ? [] : ['import json', '']),
    'from cairn import send, sign',
    '',
    `request = ("${request.method}", "${request.path}", ${json ?? 'None'})`,
    `signature = sign(*request, "${mostFor(operation)}")`,
    'status, headers, text = send(*request, signature)',
    'print(status, text)',
  ].join('\n')
}

function python(operation: OperationView, request: Request): string {
  if (operation.credential === 'payment') return paidPython(operation, request)
  const { method, url, headers, sendsFilm } = request
  const json = pythonJson(request)
  const token = tokenName[operation.credential]
  const sent = [
    ...Object.entries(headers).map(([name, value]) =>
      name === lengthHeader ? `        "${name}": ${filmBytes},` : `        "${name}": "${value}",`,
    ),
    // Without a length, urllib would send the file in chunks.
    ...(sendsFilm ? [`        "content-length": ${filmBytes},`] : []),
    ...(token ? [`        "authorization": "Bearer " + os.environ["${token}"],`] : []),
  ]
  const modules = [
    'urllib.request',
    ...(json === undefined ? [] : ['json']),
    ...(token || sendsFilm ? ['os'] : []),
  ]
  const header = operation.answer.shape ? undefined : resultHeader(operation.answer)
  return [
    ...modules.sort().map((name) => `import ${name}`),
    '',
    'request = urllib.request.Request(',
    `    "${url}",`,
    ...(method === 'GET' ? [] : [`    method="${method}",`]),
    ...(sent.length > 0 ? ['    headers={', ...sent, '    },'] : []),
    ...(json === undefined ? [] : [`    data=${json}.encode(),`]),
    ...(sendsFilm ? [`    data=open("${film}", "rb"),`] : []),
    ')',
    'with urllib.request.urlopen(request) as answer:',
    ...(operation.answer.isStream
      ? ['    for line in answer:', '        print(line.decode(), end="")']
      : [
          header
            ? `    print(answer.status, answer.headers["${header}"])`
            : '    print(answer.status, answer.read().decode())',
        ]),
  ].join('\n')
}

/** A JSON value in the syntax of Python. */
function pythonOf(value: unknown): string {
  return jsonText(value, 4).replace(/(?<=: |\[\s*|^\s*)(true|false|null)\b/gm, (word) =>
    word === 'null' ? 'None' : word === 'true' ? 'True' : 'False',
  )
}

function mcp(tool: NonNullable<OperationView['tool']>, operation: OperationView, baseUrl: string): string {
  const call = {
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: { name: tool.name, arguments: tool.arguments },
  }
  const token = tokenName[operation.credential]
  const note =
    operation.credential === 'payment'
      ? '# Without a payment in _meta["x402/payment"] the result is the price. Nothing is charged.\n'
      : ''
  const message = quoted(call)
  return [
    `${note}curl '${baseUrl}/mcp'`,
    `-H 'content-type: application/json'`,
    `-H 'accept: application/json, text/event-stream'`,
    `-d '${token ? message.replace(`"${token}"`, `"'"$${token}"'"`) : message}'`,
  ].join(' \\\n  ')
}

/** JSON between the single quotes of a shell. */
function quoted(body: unknown): string {
  return jsonText(body).replaceAll("'", "'\\''")
}

function indented(text: string, by = '  '): string {
  return text.replaceAll('\n', `\n${by}`)
}
