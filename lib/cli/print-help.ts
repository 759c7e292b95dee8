/** Prints the help and ends the process if `--help` or `-h` was given. Call it before settings are read. */
export function printHelpIfAsked(help: string): void {
  if (!process.argv.slice(2).some((argument) => argument === '--help' || argument === '-h')) return
  process.stdout.write(help)
  process.exit(0)
}
