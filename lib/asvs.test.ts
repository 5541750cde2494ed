import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')

const page = readFileSync(join(root, 'docs', 'asvs.md'), 'utf8')
const rows = page
  .split('\n')
  .filter((line) => /^\| V\d+\.\d+\.\d+ \|/.test(line))
  .map((line) => {
    const [id = '', , , verdict = '', where = '', evidence = ''] = line.split(' | ')
    return { id, verdict, where: where.trim(), evidence: evidence.replace(/\|$/, '').trim() }
  })
const filesIn = (text: string) =>
  [...text.matchAll(/`([^`\s]+\.(?:tsx?|mjs|md|json|conf|dockerignore))`/g)].map(([, name = '']) => name)

test('names the implementation and test of each met requirement, or the written decision', () => {
  const decision = /`docs\/security\.md`/
  const missing = rows.filter(({ verdict, where, evidence }) => {
    if (verdict !== 'met' && verdict !== 'partly') return where === ''
    const isShown = filesIn(evidence).some((name) => /\.(?:test|spec)\.tsx?$|call-api\.ts$/.test(name))
    return where === '' || !(isShown || decision.test(where))
  })
  expect(missing).toEqual([])
})

test('names only existing files', () => {
  const named = [...new Set(filesIn(page).map((name) => (name === 'security.md' ? 'docs/security.md' : name)))]
  expect(named.length).toBeGreaterThan(80)
  expect(named.filter((name) => !existsSync(join(root, name)))).toEqual([])
})
