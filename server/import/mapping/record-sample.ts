/** Maximum records in a sample. */
const maxRecords = 20_000

/**
 * Creates a sample of a file's records, with a value for each key. It contains all records up to 20,000; beyond that,
 * those whose keys fall into a share that shrinks. It thus has either all rows of a record or none, and memory does not
 * grow with the file.
 */
export function createRecordSample<Value>() {
  const records = new Map<string, Value>()
  let share = 1
  const isInShare = (key: string) => share === 1 || hashKey(key) % share === 0
  const shrink = () => {
    share *= 2
    for (const key of records.keys()) if (!isInShare(key)) records.delete(key)
  }
  return {
    /** True if the sample includes the record of a key. */
    holds: isInShare,
    get: (key: string) => records.get(key),
    set(key: string, value: Value) {
      records.set(key, value)
      while (records.size > maxRecords) shrink()
    },
    /** Lists keys and values in the order in which their records appeared. */
    entries: () => [...records],
  }
}

/** Hashes a key evenly to a number from 0 to 2^32 - 1 (FNV-1a). */
function hashKey(key: string): number {
  let hash = 0x811c9dc5
  for (let index = 0; index < key.length; index += 1) hash = Math.imul(hash ^ key.charCodeAt(index), 0x01000193)
  return hash >>> 0
}
