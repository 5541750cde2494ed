/** Records that a sample holds at most. */
const maxRecords = 20_000

/**
 * Values of some records of a file, by key: of all, until there are more than 20,000; then of those whose keys fall into
 * a share that shrinks. So all rows of a record are in the sample or none, and memory does not grow with the file.
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
    /** Whether the sample follows a record. */
    holds: isInShare,
    get: (key: string) => records.get(key),
    set(key: string, value: Value) {
      records.set(key, value)
      while (records.size > maxRecords) shrink()
    },
    /** The keys and values in the order in which their records appeared. */
    entries: () => [...records],
  }
}

/** A number from 0 to 2^32 - 1 that spreads keys evenly (FNV-1a). */
function hashKey(key: string): number {
  let hash = 0x811c9dc5
  for (let index = 0; index < key.length; index += 1) hash = Math.imul(hash ^ key.charCodeAt(index), 0x01000193)
  return hash >>> 0
}
