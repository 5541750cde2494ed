import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { migrationsDir } from './read-migrations.ts'

/** A temporary folder with our migrations and further ones, each given as SQL. */
export function addMigrations(...more: readonly string[]): string {
  const folder = mkdtempSync(join(tmpdir(), 'hindsight-migrations-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  cpSync(migrationsDir(), folder, { recursive: true })
  const file = join(folder, 'meta', '_journal.json')
  const journal: { entries: object[] } = JSON.parse(readFileSync(file, 'utf8'))
  for (const [index, statements] of more.entries()) {
    const tag = `9${index}_more`
    journal.entries.push({ idx: 90 + index, version: '7', when: 4_000_000_000_000 + index, tag, breakpoints: true })
    writeFileSync(join(folder, `${tag}.sql`), statements)
  }
  writeFileSync(file, JSON.stringify(journal))
  return folder
}
