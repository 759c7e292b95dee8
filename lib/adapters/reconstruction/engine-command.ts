/** The command line of `RECON_CMD` is not one. */
export class CommandUnusable extends Error {
  override readonly name = 'CommandUnusable'
}

/** What stands for a path in the template. */
export type CommandPaths = { video: string; work: string; out: string }

/**
 * The words of a command: parted by blanks, kept together by single or double quotes. There is no shell: nothing else has a
 * meaning, and a path put in for `{video}`, `{work}` or `{out}` stays one word whatever it holds.
 *
 * @throws CommandUnusable
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
  if (rest !== '') throw new CommandUnusable('RECON_CMD: a quote is not closed')
  const filled = words.map((word) =>
    word.replace(/\{(\w+)\}/g, (placeholder, name: string) => {
      if (!Object.hasOwn(paths, name))
        throw new CommandUnusable(`RECON_CMD: nothing stands for ${placeholder}`)
      return paths[name as keyof CommandPaths]
    }),
  )
  const [tool, ...args] = filled
  if (!tool) throw new CommandUnusable('RECON_CMD: it names no program')
  return [tool, ...args]
}

function unquoted(word: string): string {
  return word.replace(/"([^"]*)"|'([^']*)'/g, (_, double?: string, single?: string) => double ?? single ?? '')
}
