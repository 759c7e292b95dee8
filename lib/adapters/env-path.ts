/** The PATH for programs. Separate from `Env`, because commands that need no settings use it too. */
export function searchPath(): string {
  return process.env.PATH ?? '/usr/local/bin:/usr/bin:/bin'
}
