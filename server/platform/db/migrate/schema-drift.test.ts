import { spawnSync } from 'node:child_process'
import { cpSync, readdirSync } from 'node:fs'
import { join, relative } from 'node:path'
import { expect, test } from 'vitest'
import config from '#drizzle.config.ts'
import { makeTemporaryFolder } from '#server/cli/temporary-folder.mjs'
import { projectDir } from '#server/platform/project-dir.ts'
import { listMigrations } from './read-migrations.ts'

test('every change of the schema has a migration, and db:generate detects a missing one', () => {
  const folder = makeTemporaryFolder('hindsight-migrations-')
  cpSync(join(projectDir(), String(config.out)), folder, { recursive: true })
  const options = ['--dialect', config.dialect, '--schema', String(config.schema)]
  const out = relative(projectDir(), folder)
  const { stdout, stderr } = spawnSync(
    join(projectDir(), 'node_modules', '.bin', 'drizzle-kit'),
    ['generate', ...options, '--out', out],
    {
      cwd: projectDir(),
      encoding: 'utf8',
      timeout: 110_000,
      // A prompt about a renamed column gets no input, and fails.
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  )
  expect(`${stdout}${stderr}`).toContain('No schema changes, nothing to migrate')
})

test('only the last snapshot of the schema is kept', () => {
  const files = readdirSync(join(projectDir(), String(config.out), 'meta'))
  const last = listMigrations().at(-1)?.tag.slice(0, 4)
  expect(files.toSorted()).toEqual([`${last}_snapshot.json`, '_journal.json'])
})
