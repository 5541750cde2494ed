/**
 * One value for the whole process under a name. Next's bundle and Node's own module graph hold separate copies of this
 * code; what they must share (pool, limiter, metrics) is kept here.
 */
export function processWide<Value>(name: string, make: () => Value): Value {
  const key = Symbol.for(`hindsight.${name}`)
  const store = globalThis as Record<symbol, Value | undefined>
  store[key] ??= make()
  return store[key]
}
