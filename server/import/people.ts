import type { PersonResolution } from '#lib/domain/four-eyes/person-index.ts'
import { createPersonResolver, type PersonResolver } from '#server/people/person-resolver.ts'
import type { Queryable } from '#server/platform/db/client.ts'
import type { StagedRow } from './database/staging.ts'
import type { Target } from './targets/target.ts'

/** Limits of memory: texts with a cached resolution, and texts counted for the report. */
const maxCached = 50_000
const maxCounted = 10_000
/** Maximum texts in a remark. */
const maxNamed = 5

/** Resolves the people in the rows of an import. */
export type PeopleOfImport = {
  /** Replaces texts that identify one person by their e-mail; other texts stay and are counted. */
  resolve(db: Queryable, rows: readonly StagedRow[]): Promise<readonly StagedRow[]>
  /** Returns a sentence for each column and reason why people were not resolved. */
  remarks(): string[]
}

export function createPeopleOfImport(target: Target): PeopleOfImport {
  const columns = target.peopleColumns.map((name) => ({
    name,
    index: target.columns.findIndex((column) => column.name === name),
    unknown: new Map<string, number>(),
    ambiguous: new Map<string, number>(),
  }))
  const cached = new Map<string, PersonResolution>()
  let resolver: PersonResolver | undefined
  return {
    async resolve(db, rows) {
      const cells = columns.flatMap(({ index }) => rows.map((row) => row.cells[index]))
      const texts = new Set(cells.filter((cell) => typeof cell === 'string'))
      if (texts.size === 0) return rows
      if (cached.size + texts.size > maxCached) cached.clear()
      const missing = [...texts].filter((text) => !cached.has(text))
      if (missing.length > 0) {
        resolver ??= createPersonResolver(db)
        const find = await resolver.resolve(missing)
        for (const text of missing) cached.set(text, find(text))
      }
      return rows.map((row) => {
        const cells = [...row.cells]
        for (const { index, unknown, ambiguous } of columns) {
          const text = cells[index]
          const person = typeof text === 'string' ? cached.get(text) : undefined
          if (typeof text !== 'string' || !person) continue
          if (person.kind === 'known') cells[index] = person.email
          else countText(person.kind === 'unknown' ? unknown : ambiguous, text)
        }
        return { ...row, cells }
      })
    },
    remarks() {
      const remarks = columns.flatMap(({ name, unknown, ambiguous }) => [
        ...describeUnresolved(name, unknown, ['person is not in the directory', 'people are not in the directory']),
        ...describeUnresolved(name, ambiguous, ['name fits several people', 'names fit several people']),
      ])
      if (remarks.length === 0) return []
      return [...remarks, 'Their names are stored as written. To resolve them, import users and then this file again.']
    },
  }
}

function countText(counts: Map<string, number>, text: string): void {
  const rowCount = counts.get(text)
  if (rowCount !== undefined) counts.set(text, rowCount + 1)
  else if (counts.size < maxCounted) counts.set(text, 1)
}

function describeUnresolved(
  column: string,
  counts: ReadonlyMap<string, number>,
  [one, many]: readonly [string, string],
): string[] {
  if (counts.size === 0) return []
  const size = `${counts.size >= maxCounted ? 'at least ' : ''}${counts.size.toLocaleString('en')}`
  const examples = [...counts]
    .toSorted(([, less], [, more]) => more - less)
    .slice(0, maxNamed)
    .map(([text, rows]) => `${JSON.stringify(text)} (${rows === 1 ? '1 row' : `${rows.toLocaleString('en')} rows`})`)
  const unnamed = counts.size - examples.length
  const more = unnamed > 0 ? ` and ${unnamed.toLocaleString('en')} more` : ''
  return [`${column}: ${size} ${counts.size === 1 ? one : many}: ${examples.join(', ')}${more}.`]
}
