/**
 * One value for the whole process under a name. Next's bundle and Node's own module graph hold separate copies of this
 * code; what they must share (pool, limiter, metrics) is kept here.
 */
export function processWide<Value>(name: string, make: () => Value): Value {
  const known = values.get(name)
  if (known !== undefined) return known as Value
  const value = make()
  values.set(name, value)
  return value
}

const key = Symbol.for('hindsight')
const store = globalThis as { [key]?: Map<string, unknown> }
store[key] ??= new Map()
const values = store[key]
