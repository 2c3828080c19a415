/**
 * Next loads one module several times in one process (route handlers, pages, proxy, instrumentation), so whatever has
 * state is kept on globalThis, once.
 */
export function once<Value>(name: string, make: () => Value): Value {
  const key = Symbol.for(`mintdesk.${name}`)
  const store = globalThis as { [name: symbol]: Value | undefined }
  store[key] ??= make()
  return store[key]
}
