import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')

const page = readFileSync(join(root, 'docs', 'asvs.md'), 'utf8')
/** The met requirements: identifier, what meets it, what shows it. */
const rows = page
  .split('## Met')[1]
  ?.split('\n')
  .filter((line) => /^\| V\d+\.\d+\.\d+ \|/.test(line))
  .map((line) => {
    const [, id = '', where = '', evidence = ''] = line.split('|').map((cell) => cell.trim())
    return { id, where, evidence }
  })
const filesIn = (text: string) =>
  [...text.matchAll(/`([^`\s]+\.(?:tsx?|mjs|md|json|conf|dockerignore))`/g)].map(([, name = '']) => name)

test('names the implementation and test of each met requirement, or the written decision', () => {
  const decision = /`docs\/security\.md`/
  const missing = rows?.filter(({ where, evidence }) => {
    const isShown = filesIn(evidence).some((name) => /\.(?:test|spec)\.tsx?$|call-api\.ts$/.test(name))
    return where === '' || !(isShown || decision.test(where))
  })
  expect(rows?.length).toBeGreaterThan(150)
  expect(missing).toEqual([])
})

test('names only existing files', () => {
  const named = [...new Set(filesIn(page).map((name) => (name === 'security.md' ? 'docs/security.md' : name)))]
  expect(named.length).toBeGreaterThan(80)
  expect(named.filter((name) => !existsSync(join(root, name)))).toEqual([])
})
