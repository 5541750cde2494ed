/** Remarks about rows that were imported, counted by kind, so that their number does not grow with the file. */
export type Notes = { add(kind: string, example?: string): void }

export type NoteBook = Notes & { list(): string[] }

const maxKinds = 50

/** Lists each kind of note once, with its number of rows and the first example. */
export function createNotes(): NoteBook {
  const kinds = new Map<string, { count: number; example: string | undefined }>()
  return {
    add(kind, example) {
      const entry = kinds.get(kind)
      if (entry) entry.count += 1
      else if (kinds.size < maxKinds) kinds.set(kind, { count: 1, example })
    },
    list: () =>
      [...kinds].map(([kind, { count, example }]) => {
        const rows = count === 1 ? '1 row' : `${count.toLocaleString('en')} rows`
        return `${kind} (${rows}${example === undefined ? '' : `, such as ${example}`}).`
      }),
  }
}
