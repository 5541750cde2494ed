/** Remarks about rows that were imported, counted by kind, so that their number does not grow with the file. */
export type Remarks = {
  add(kind: string, example?: string): void
  /** Counts the rows with a value; the remark names the values. */
  count(kind: string, value: string): void
}

export type RemarkList = Remarks & { list(): string[] }

/** For rows whose remarks nobody reads. */
export const noRemarks: Remarks = { add() {}, count() {} }

/** Remarks of work that may be repeated: they count once it is done. */
export type HeldRemarks = Remarks & { release(to: Remarks): void }

export function holdRemarks(): HeldRemarks {
  const held: ((to: Remarks) => void)[] = []
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

/** Lists each kind of remark once, with its number of rows and the first example. */
export function createRemarks(): RemarkList {
  const kinds = new Map<string, { count: number; example: string | undefined }>()
  const counted = new Map<string, Map<string, number>>()
  return {
    add(kind, example) {
      const entry = kinds.get(kind)
      if (entry) entry.count += 1
      else if (kinds.size < maxKinds) kinds.set(kind, { count: 1, example })
    },
    count(kind, value) {
      const values = counted.get(kind) ?? new Map<string, number>()
      if (counted.size < maxKinds || counted.has(kind)) counted.set(kind, values)
      const key = values.has(value) || values.size < maxValues ? value : otherValues
      values.set(key, (values.get(key) ?? 0) + 1)
    },
    list: () => [
      ...[...kinds].map(([kind, { count, example }]) => {
        const such = example === undefined ? '' : `, such as ${example}`
        return `${kind} (${countRows(count)}${such}).`
      }),
      ...[...counted].map(([kind, values]) => {
        const listed = [...values].map(([value, count]) => `${value} (${countRows(count)})`)
        return `${kind}: ${listed.join(', ')}.`
      }),
    ],
  }
}

const otherValues = 'other values'

const countRows = (count: number) => (count === 1 ? '1 row' : `${count.toLocaleString('en')} rows`)
