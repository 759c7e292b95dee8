import type { Env } from '#lib/adapters/env'

/** What follows from the settings alone is made once for them: pages and lists ask for it many times. */
export function onceFor<Value>(make: (env: Env) => Value): (env: Env) => Value {
  const made = new WeakMap<Env, Value>()
  return (env) => {
    const known = made.get(env) ?? make(env)
    made.set(env, known)
    return known
  }
}
