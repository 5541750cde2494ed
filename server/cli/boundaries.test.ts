import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, describe, expect, test } from 'vitest'
import { projectDir } from '#server/platform/project-dir.ts'

const folder = mkdtempSync(join(tmpdir(), 'hindsight-boundaries-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Runs the boundary check over a temporary tree; returns its output, whether it passes or not. */
async function check(files: Record<string, string>, rules = '.dependency-cruiser.cjs'): Promise<string> {
  const tree = mkdtempSync(join(folder, 'tree-'))
  for (const [path, text] of Object.entries({ 'package.json': '{"type":"module"}', ...files })) {
    mkdirSync(dirname(join(tree, path)), { recursive: true })
    writeFileSync(join(tree, path), text)
  }
  const program = join(projectDir(), 'node_modules', 'dependency-cruiser', 'bin', 'dependency-cruiser.mjs')
  const config = join(projectDir(), rules)
  const run = promisify(execFile)(process.execPath, [program, '--config', config, '.'], { cwd: tree })
  return run.then(
    ({ stdout }) => stdout,
    (failure: { stdout: string }) => failure.stdout,
  )
}

const exported = 'export const value = 1\n'
const buildImporter = (path: string) => `import { value } from '${path}'\nexport const copy = value\n`

// Without a TypeScript parser the check sees no modules and reports success; each of these must be detected.
describe('a forbidden import is detected', () => {
  test.each([
    ['components-stay-in-the-browser', 'components/a.tsx', '../server/b.ts', 'server/b.ts'],
    ['lib-is-the-ground', 'lib/domain/a.ts', '../../components/b.tsx', 'components/b.tsx'],
    ['server-has-no-pages', 'server/a.ts', '../components/b.tsx', 'components/b.tsx'],
    ['platform-knows-no-feature', 'server/platform/db/a.ts', '../../reviews/b.ts', 'server/reviews/b.ts'],
    ['contracts-import-only-zod', 'lib/contracts/a.ts', '../domain/b.ts', 'lib/domain/b.ts'],
    [
      'open-telemetry-is-imported-late',
      'server/a.ts',
      './platform/tracing/open-telemetry.ts',
      'server/platform/tracing/open-telemetry.ts',
    ],
  ])('%s', async (rule, from, path, to) => {
    const output = await check({ [from]: buildImporter(path), [to]: exported })
    expect(output).toContain(rule)
  })

  test('no-cycles', async () => {
    const output = await check({
      'lib/a.ts': buildImporter('./b.ts'),
      'lib/b.ts': `${buildImporter('./a.ts')}${exported}`,
    })
    expect(output).toContain('no-cycles')
  })

  test('no-folder-cycles, where no file is in a cycle', async () => {
    const files = {
      'server/a/one.ts': buildImporter('../b/two.ts'),
      'server/b/two.ts': exported,
      'server/b/three.ts': buildImporter('../a/four.ts'),
      'server/a/four.ts': exported,
    }
    expect(await check(files, '.dependency-cruiser.folders.cjs')).toContain('no-folder-cycles')
  })
})

test('an allowed import passes', async () => {
  const output = await check({ 'components/a.tsx': buildImporter('../lib/b.ts'), 'lib/b.ts': exported })
  expect(output).toContain('no dependency violations found (2 modules')
})
