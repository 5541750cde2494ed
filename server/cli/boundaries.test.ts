import { execFile } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { projectDir } from '#server/platform/project-dir.ts'
import { makeTemporaryFolder } from './temporary-folder.mjs'

/** Runs the boundary check over a temporary tree; returns its output, whether it passes or not. */
async function check(files: Record<string, string>, rules = '.dependency-cruiser.cjs'): Promise<string> {
  const tree = makeTemporaryFolder('hindsight-boundaries-')
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

// Without a TypeScript parser the check sees no modules and reports success.
test('each forbidden import is detected', async () => {
  const output = await check({
    'components/a.tsx': buildImporter('../server/c.ts'),
    'components/b.tsx': exported,
    'lib/domain/a.ts': buildImporter('../../components/b.tsx'),
    'lib/domain/b.ts': exported,
    'lib/contracts/a.ts': buildImporter('../domain/b.ts'),
    'lib/one.ts': buildImporter('./two.ts'),
    'lib/two.ts': `${buildImporter('./one.ts')}${exported}`,
    'server/a.ts': buildImporter('../components/b.tsx'),
    'server/b.ts': buildImporter('./platform/tracing/open-telemetry.ts'),
    'server/c.ts': exported,
    'server/platform/db/a.ts': buildImporter('../../reviews/b.ts'),
    'server/platform/tracing/open-telemetry.ts': exported,
    'server/reviews/b.ts': exported,
  })
  const rules = [
    'components-stay-in-the-browser',
    'lib-is-the-ground',
    'server-has-no-pages',
    'platform-knows-no-feature',
    'contracts-import-only-zod',
    'open-telemetry-is-imported-late',
    'no-cycles',
  ]
  expect(rules.filter((rule) => !output.includes(rule))).toEqual([])
})

test('a circle of folders is detected, where no file is in a cycle', async () => {
  const files = {
    'server/a/one.ts': buildImporter('../b/two.ts'),
    'server/b/two.ts': exported,
    'server/b/three.ts': buildImporter('../a/four.ts'),
    'server/a/four.ts': exported,
  }
  expect(await check(files, '.dependency-cruiser.folders.cjs')).toContain('no-folder-cycles')
})
