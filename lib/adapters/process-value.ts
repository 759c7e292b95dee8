/**
 * A value of which a process has one. The bundler may load a module more than once in a process, so a variable of the module
 * would exist more than once too.
 *
 * @param name unique in the project
 */
export function processValue<Value>(name: string): { current: Value | undefined } {
  const holder = globalThis as { cairn?: Record<string, { current: unknown }> }
  holder.cairn ??= {}
  holder.cairn[name] ??= { current: undefined }
  return holder.cairn[name] as { current: Value | undefined }
}
