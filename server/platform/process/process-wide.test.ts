import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { projectDir } from '#server/platform/project-dir.ts'

test('every name is used only once, since its users would share the value', () => {
  const files = globSync('{app,server}/**/*.{ts,tsx}', { cwd: projectDir() }).filter((file) => !file.includes('.test.'))
  const names = files.flatMap((file) => {
    const text = readFileSync(join(projectDir(), file), 'utf8')
    return [...text.matchAll(/processWide(?:For)?(?:<[^(]*>)?\(\s*'([^']+)'/g)].map(([, name]) => name)
  })
  expect(names.length).toBeGreaterThan(5)
  expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([])
})
