import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import { projectDir } from '#server/platform/project-dir.ts'

/** A migration of this program; the database identifies it by `when` (milliseconds). */
export type Migration = { readonly tag: string; readonly when: number }

export const migrationsDir = () => join(projectDir(), 'server', 'migrations')

/** The migrations of a folder created by drizzle-kit, in their order, without their statements. */
export function listMigrations(folder = migrationsDir()): Migration[] {
  const journal = readFileSync(join(folder, 'meta', '_journal.json'), 'utf8')
  const { entries }: { entries: Migration[] } = JSON.parse(journal)
  return entries.map(({ tag, when }) => ({ tag, when }))
}

/** The migrations of a folder with their statements and the hash that drizzle's own migrator would store. */
export function readMigrations(folder = migrationsDir()) {
  const files = readMigrationFiles({ migrationsFolder: folder })
  return listMigrations(folder).map((migration, index) => ({
    ...migration,
    statements: files[index]?.sql ?? [],
    hash: files[index]?.hash ?? '',
  }))
}
