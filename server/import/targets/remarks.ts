/** Remarks about rows that were imported, counted by kind, so that their number does not grow with the file. */
export type RowRemarks = {
  add(kind: string, example?: string): void
  /** Counts the rows with a value; the remark names the values. */
  count(kind: string, value: string): void
}

export type RemarkList = RowRemarks & { list(): string[] }

/** Discards remarks. */
export const noRemarks: RowRemarks = { add() {}, count() {} }

/** Remarks of work that may be repeated; they are passed on once it is done. */
export type HeldRemarks = RowRemarks & { release(to: RowRemarks): void }

export function holdRemarks(): HeldRemarks {
  const held: ((to: RowRemarks) => void)[] = []
  return {
    add: (kind, example) => void held.push((to) => to.add(kind, example)),
    count: (kind, value) => void held.push((to) => to.count(kind, value)),
    release(to) {
      for (const add of held) add(to)
    },
  }
}

const maxKinds = 50
const maxValues = 20

/** Creates a list of remarks, with each kind once, its number of rows and the first example. */
export function createRemarks(): RemarkList {
  const kinds = new Map<string, { count: number; example: string | undefined }>()
  const countsByText = new Map<string, Map<string, number>>()
  return {
    add(kind, example) {
      const entry = kinds.get(kind)
      if (entry) entry.count += 1
      else if (kinds.size < maxKinds) kinds.set(kind, { count: 1, example })
    },
    count(kind, value) {
      const values = countsByText.get(kind) ?? new Map<string, number>()
      if (countsByText.size < maxKinds || countsByText.has(kind)) countsByText.set(kind, values)
      const key = values.has(value) || values.size < maxValues ? value : otherValues
      values.set(key, (values.get(key) ?? 0) + 1)
    },
    list: () => [
      ...[...kinds].map(([kind, { count, example }]) => {
        const such = example === undefined ? '' : `, such as ${example}`
        return `${kind} (${countRows(count)}${such}).`
      }),
      ...[...countsByText].map(([kind, values]) => {
        const listed = [...values].map(([value, count]) => `${value} (${countRows(count)})`)
        return `${kind}: ${listed.join(', ')}.`
      }),
    ],
  }
}

const otherValues = 'other values'

const countRows = (count: number) => (count === 1 ? '1 row' : `${count.toLocaleString('en')} rows`)
