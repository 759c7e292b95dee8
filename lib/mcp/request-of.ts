import { fieldError } from '#lib/domain/errors'

/** The HTTP request that a tool call becomes. */
export type Call = {
  method: 'GET' | 'POST'
  /** The path, with parameters in braces. */
  path: string
  /** The argument that fills each of the path's parameters. */
  params: Readonly<Record<string, string>>
  /** The arguments that go into the query string. */
  query?: readonly string[]
  /** True if the remaining arguments form the JSON body. */
  takesBody: boolean
  /** True if the call needs the bounty's token. */
  takesToken: boolean
}

export type CallRequest = { method: Call['method']; path: string; body: string | undefined }

/** The tool argument with the bounty's token. */
export const tokenArgument = 'agent_token'

/**
 * The request of a tool call, without its token. The operation validates the values; here they only must fit into a path.
 *
 * @throws CairnError `invalid_request`
 */
export function requestOf(call: Call, args: Readonly<Record<string, unknown>>): CallRequest {
  const inPath = new Set(Object.values(call.params))
  const path = call.path.replace(/\{(\w+)\}/g, (_, name: string) =>
    segmentOf(call.params[name] ?? name, args),
  )
  const members = Object.entries(args).filter(([name]) => !inPath.has(name) && name !== tokenArgument)
  // Arguments that the operation does not have are sent too, so that it can refuse them.
  const given = call.query
    ? members.flatMap(([name, value]) =>
        value === undefined || value === null ? [] : [[name, String(value)]],
      )
    : []
  const search = given.length === 0 ? '' : `?${new URLSearchParams(given)}`
  return {
    method: call.method,
    path: path + search,
    body: call.takesBody ? JSON.stringify(Object.fromEntries(members)) : undefined,
  }
}

/** Replaces the name of a path parameter in a refusal by the name of the tool argument. */
export function nameArguments({ params }: Pick<Call, 'params'>, message: string): string {
  const [, name] = /^(\w+):? /.exec(message) ?? []
  const argument = name === undefined ? undefined : params[name]
  return argument === undefined ? message : argument + message.slice(name!.length)
}

function segmentOf(argument: string, args: Readonly<Record<string, unknown>>): string {
  const value = args[argument]
  // A dot segment would lead to another path, however it is encoded.
  if (typeof value !== 'string' || value === '' || value === '.' || value === '..')
    throw fieldError(argument, 'must be given, as text')
  try {
    return encodeURIComponent(value)
  } catch (cause) {
    throw fieldError(argument, 'must be valid Unicode text', { cause })
  }
}
