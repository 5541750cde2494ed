/**
 * Returns the value of the whole process with a name, made at the first call. Next's bundle and Node's module graph
 * contain separate copies of this code; state that both must share (pool, limiter, metrics) is stored here.
 */
export function processWide<Value>(name: string, make: () => Value): Value {
  const existing = values.get(name)
  if (existing !== undefined) return existing as Value
  const value = make()
  values.set(name, value)
  return value
}

/** Returns the value of an object, such as a connection pool, stored as long as the object exists. */
export function processWideFor<Owner extends object, Value extends object>(
  name: string,
  owner: Owner,
  make: () => Value,
): Value {
  const valuesByOwner = processWide(name, () => new WeakMap<Owner, Value>())
  const existing = valuesByOwner.get(owner)
  if (existing !== undefined) return existing
  const value = make()
  valuesByOwner.set(owner, value)
  return value
}

/** Returns a function that calls `make` once, when its value is first needed. */
export function once<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}

const key = Symbol.for('hindsight')
const store = globalThis as { [key]?: Map<string, unknown> }
store[key] ??= new Map()
const values = store[key]
