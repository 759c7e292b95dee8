/** What is still to be written: a value, or text as it is. */
type Todo = { value: unknown } | { text: string }

/**
 * The one text of a value that `JSON.parse` made, however it was written: RFC 8785, so members are sorted by UTF-16 code
 * unit and there is no white space. Without recursion: a body within our limits may nest half a million levels deep.
 */
export function canonicalJson(value: unknown): string {
  let json = ''
  const todo: Todo[] = [{ value }]
  for (let next = todo.pop(); next !== undefined; next = todo.pop()) {
    if ('text' in next) json += next.text
    else if (Array.isArray(next.value)) json += openArray(next.value, todo)
    else if (typeof next.value === 'object' && next.value !== null)
      json += openObject(next.value as Record<string, unknown>, todo)
    else json += scalar(next.value)
  }
  return json
}

/** Last first, since the end of `todo` is what is written next. */
function openArray(items: readonly unknown[], todo: Todo[]): string {
  todo.push({ text: ']' })
  for (let index = items.length - 1; index >= 0; index -= 1) {
    todo.push({ value: items[index] })
    if (index > 0) todo.push({ text: ',' })
  }
  return '['
}

function openObject(members: Readonly<Record<string, unknown>>, todo: Todo[]): string {
  const names = Object.keys(members).sort()
  todo.push({ text: '}' })
  for (let index = names.length - 1; index >= 0; index -= 1) {
    const name = names[index]!
    todo.push({ value: members[name] }, { text: `${index > 0 ? ',' : ''}${JSON.stringify(name)}:` })
  }
  return '{'
}

function scalar(value: unknown): string {
  // Not JSON.stringify: 1e400 is read as Infinity, which must not look like null.
  return typeof value === 'number' ? String(value) : JSON.stringify(value)
}
