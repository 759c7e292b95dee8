import { flushCompileCache, registerHooks } from 'node:module'
import { mutants } from './mutants.ts'

// Loaded before the program. It must not outlive the run that started it, however that ends.
process.stdin.once('end', () => process.kill(process.pid, 'SIGKILL'))
process.stdin.resume()
process.stdin.unref?.()

// A killed process cannot write its compile cache at exit.
setTimeout(flushCompileCache, 3_000).unref()

// And where the run is to show that it notices a fault, one module of the product is loaded with that fault in it.
const mutant = mutants.find(({ name }) => name === process.env.CHAOS_MUTANT)
if (mutant) {
  registerHooks({
    load: (url, context, nextLoad) => {
      const loaded = nextLoad(url, context)
      const changes = mutant.changes.filter(({ file }) => url.endsWith(`/${file}`))
      if (changes.length === 0) return loaded
      let source = loaded.source!.toString()
      for (const { find, put } of changes) source = source.replace(find, () => put)
      return { ...loaded, source }
    },
  })
}
