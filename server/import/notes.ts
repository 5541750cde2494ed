/** What an import noticed and did not refuse, counted by kind, so that it stays small however long the file is. */
export type Notes = { add(kind: string, example?: string): void }

export type NoteBook = Notes & { list(): string[] }

const mostKinds = 50

/** Each kind of note once, with how many rows it concerns and the first example. */
export function createNotes(): NoteBook {
  const kinds = new Map<string, { count: number; example: string | undefined }>()
  return {
    add(kind, example) {
      const entry = kinds.get(kind)
      if (entry) entry.count += 1
      else if (kinds.size < mostKinds) kinds.set(kind, { count: 1, example })
    },
    list: () =>
      [...kinds].map(([kind, { count, example }]) => {
        const rows = count === 1 ? '1 row' : `${count.toLocaleString('en')} rows`
        return `${kind} (${rows}${example === undefined ? '' : `, such as ${example}`}).`
      }),
  }
}
