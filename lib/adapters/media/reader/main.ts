import { readCapture, readFilm } from '#lib/adapters/media/read-capture'
import { CaptureRefused } from '#lib/domain/proof/capture'

// node --conditions=react-server main.ts capture|film NAME… The only program that parses untrusted
// photographs and the tables of untrusted films. It runs in a sandbox, in a folder with copies of the files,
// and prints one line of JSON per file: {"name", "facts"} or {"name", "refusals"}.

const [what, ...names] = process.argv.slice(2)
const read = what === 'film' ? readFilm : readCapture

for (const name of names) {
  try {
    print({ name, facts: await read(name) })
  } catch (error) {
    if (!(error instanceof CaptureRefused)) throw error
    print({ name, refusals: error.refusals })
  }
}

function print(line: object): void {
  process.stdout.write(`${JSON.stringify(line)}\n`)
}
