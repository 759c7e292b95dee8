/** Output text on the stack of values that are still to be serialised. */
class Text {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}
const comma = new Text(',')
const endOfArray = new Text(']')
const endOfObject = new Text('}')

/**
 * The canonical text of a JSON value (RFC 8785): members are sorted by UTF-16 code unit, and there is no white space. Without recursion,
 * because a body within our limits may nest half a million levels deep.
 */
export function canonicalJson(value: unknown): string {
  let json = ''
  const todo = [value]
  while (todo.length > 0) {
    const next = todo.pop()
    if (next instanceof Text) json += next.text
    else if (Array.isArray(next)) json += openArray(next, todo)
    else if (typeof next === 'object' && next !== null)
      json += openObject(next as Record<string, unknown>, todo)
    // Not JSON.stringify: 1e400 is read as Infinity, which must not look like null.
    else json += typeof next === 'number' ? String(next) : JSON.stringify(next)
  }
  return json
}

/** In reverse, because the end of `todo` is written next. */
function openArray(items: readonly unknown[], todo: unknown[]): string {
  todo.push(endOfArray)
  for (let index = items.length - 1; index >= 0; index -= 1) {
    todo.push(items[index])
    if (index > 0) todo.push(comma)
  }
  return '['
}

function openObject(members: Readonly<Record<string, unknown>>, todo: unknown[]): string {
  const names = Object.keys(members).sort()
  todo.push(endOfObject)
  for (let index = names.length - 1; index >= 0; index -= 1) {
    const name = names[index]!
    todo.push(members[name], new Text(`${index > 0 ? ',' : ''}${JSON.stringify(name)}:`))
  }
  return '{'
}
