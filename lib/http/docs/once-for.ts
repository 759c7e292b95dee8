import type { Env } from '#lib/adapters/env'

/** Computes a value once per settings, because pages and lists need it many times. */
export function onceFor<Value>(make: (env: Env) => Value): (env: Env) => Value {
  const made = new WeakMap<Env, Value>()
  return (env) => {
    const known = made.get(env) ?? make(env)
    made.set(env, known)
    return known
  }
}
