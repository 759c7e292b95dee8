// Splits `RECON_CMD` into words and fills in its placeholders.

/** `RECON_CMD` cannot be parsed. */
export class InvalidCommand extends Error {
  override readonly name = 'InvalidCommand'
}

/** Values of the placeholders in the template. */
export type CommandPaths = { video: string; work: string; out: string; mode: string }

/**
 * Splits a command into words at spaces; single or double quotes group words. There is no shell, so no other character is
 * special, and a path that replaces `{video}`, `{work}` or `{out}` stays one word. `{mode}` is a word such as `standard`.
 *
 * @throws InvalidCommand
 */
export function commandWords(template: string, paths: CommandPaths): [tool: string, ...args: string[]] {
  const words: string[] = []
  const rest = template.replace(
    /((?:[^\s"']|"[^"]*"|'[^']*')+)(?=\s|$)|\s+/g,
    (_, word: string | undefined) => {
      if (word !== undefined) words.push(unquoted(word))
      return ''
    },
  )
  if (rest !== '') throw new InvalidCommand('RECON_CMD: a quote is not closed')
  const filled = words.map((word) =>
    word.replace(/\{(\w+)\}/g, (placeholder, name: string) => {
      if (!Object.hasOwn(paths, name))
        throw new InvalidCommand(`RECON_CMD: unknown placeholder ${placeholder}`)
      return paths[name as keyof CommandPaths]
    }),
  )
  const [tool, ...args] = filled
  if (!tool) throw new InvalidCommand('RECON_CMD: the program is missing')
  return [tool, ...args]
}

function unquoted(word: string): string {
  return word.replace(/"([^"]*)"|'([^']*)'/g, (_, double?: string, single?: string) => double ?? single ?? '')
}
