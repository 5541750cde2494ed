/**
 * A value of the whole process by name. Next's bundle and Node's module graph contain separate copies of this code;
 * state that both must share (pool, limiter, metrics) is stored here.
 */
export function processWide<Value>(name: string, make: () => Value): Value {
  const existing = values.get(name)
  if (existing !== undefined) return existing as Value
  const value = make()
  values.set(name, value)
  return value
}

/** A value for each object, such as a connection pool, as long as the object exists. */
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

const key = Symbol.for('hindsight')
const store = globalThis as { [key]?: Map<string, unknown> }
store[key] ??= new Map()
const values = store[key]
