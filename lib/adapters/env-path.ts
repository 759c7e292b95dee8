/** Where programs are looked for. Apart from the settings, since programs without any settings of ours need it too. */
export function searchPath(): string {
  return process.env.PATH ?? '/usr/local/bin:/usr/bin:/bin'
}
