import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { projectDir } from '#e2e/server-process.ts'

const copied = [
  'app',
  'components',
  'lib',
  'server',
  'dist',
  'public',
  'package.json',
  'next.config.mjs',
  'tsconfig.json',
]
const shared = ['node_modules', '.next']

/** The folder of a copy of this release with an additional migration, which adds a column. */
export function makeNextRelease(): { readonly dir: string; remove(): void } {
  const dir = mkdtempSync(join(tmpdir(), 'hindsight-next-release-'))
  for (const name of copied) cpSync(join(projectDir, name), join(dir, name), { recursive: true })
  for (const name of shared) symlinkSync(join(projectDir, name), join(dir, name))
  const migrations = join(dir, 'server', 'migrations')
  const journalFile = join(migrations, 'meta', '_journal.json')
  const journal: { entries: { idx: number; when: number; tag: string }[] } = JSON.parse(
    readFileSync(journalFile, 'utf8'),
  )
  const last = journal.entries.at(-1)
  if (!last) throw new Error('There are no migrations.')
  const added = { ...last, idx: last.idx + 1, when: last.when + 1000, tag: '9999_next_release' }
  writeFileSync(journalFile, JSON.stringify({ ...journal, entries: [...journal.entries, added] }))
  writeFileSync(join(migrations, `${added.tag}.sql`), 'ALTER TABLE "changes" ADD COLUMN "next_release" text;')
  return { dir, remove: () => rmSync(dir, { recursive: true, force: true }) }
}
