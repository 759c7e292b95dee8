// Loaded before the program: it must not outlive the run that started it, however that ends.
process.stdin.once('end', () => process.kill(process.pid, 'SIGKILL'))
process.stdin.resume()
process.stdin.unref?.()
