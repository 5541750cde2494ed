import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')

/** The number of requirements of level 1 and 2 in each section of ASVS 5.0.0; level 3 always comes after them. */
const sections: Readonly<Record<string, number>> = {
  'V1.1': 2,
  'V1.2': 9,
  'V1.3': 11,
  'V1.4': 3,
  'V1.5': 2,
  'V2.1': 3,
  'V2.2': 3,
  'V2.3': 4,
  'V2.4': 1,
  'V3.2': 2,
  'V3.3': 4,
  'V3.4': 6,
  'V3.5': 5,
  'V3.7': 2,
  'V4.1': 3,
  'V4.2': 1,
  'V4.3': 2,
  'V4.4': 4,
  'V5.1': 1,
  'V5.2': 3,
  'V5.3': 2,
  'V5.4': 3,
  'V6.1': 3,
  'V6.2': 12,
  'V6.3': 4,
  'V6.4': 4,
  'V6.5': 5,
  'V6.6': 3,
  'V6.8': 4,
  'V7.1': 3,
  'V7.2': 4,
  'V7.3': 2,
  'V7.4': 5,
  'V7.5': 2,
  'V7.6': 2,
  'V8.1': 2,
  'V8.2': 3,
  'V8.3': 1,
  'V8.4': 1,
  'V9.1': 3,
  'V9.2': 4,
  'V10.1': 2,
  'V10.2': 2,
  'V10.3': 4,
  'V10.4': 11,
  'V10.5': 5,
  'V10.6': 2,
  'V10.7': 3,
  'V11.1': 2,
  'V11.2': 3,
  'V11.3': 3,
  'V11.4': 4,
  'V11.5': 1,
  'V11.6': 1,
  'V12.1': 3,
  'V12.2': 2,
  'V12.3': 4,
  'V13.1': 1,
  'V13.2': 5,
  'V13.3': 2,
  'V13.4': 5,
  'V14.1': 2,
  'V14.2': 4,
  'V14.3': 3,
  'V15.1': 3,
  'V15.2': 3,
  'V15.3': 7,
  'V16.1': 1,
  'V16.2': 5,
  'V16.3': 4,
  'V16.4': 3,
  'V16.5': 3,
  'V17.1': 1,
  'V17.2': 4,
  'V17.3': 2,
}
const verdicts = ['met', 'partly', 'unproven', 'not met', 'does not apply']

const page = readFileSync(join(root, 'docs', 'asvs.md'), 'utf8')
const rows = page
  .split('\n')
  .filter((line) => /^\| V\d+\.\d+\.\d+ \|/.test(line))
  .map((line) => {
    const [id = '', level = '', gist = '', verdict = '', where = '', evidence = ''] = line.split(' | ')
    const cells = { where: where.trim(), evidence: evidence.replace(/\|$/, '').trim() }
    return { id: id.replace('| ', ''), level, gist, verdict, ...cells }
  })
const filesIn = (text: string) =>
  [...text.matchAll(/`([^`\s]+\.(?:tsx?|mjs|md|json|conf|dockerignore))`/g)].map(([, name = '']) => name)

test('has every requirement of level 1 and 2 once, in the order of the standard', () => {
  const all = Object.entries(sections).flatMap(([section, count]) =>
    Array.from({ length: count }, (_, index) => `${section}.${index + 1}`),
  )
  expect(all).toHaveLength(253)
  expect(rows.map(({ id }) => id)).toEqual(all)
  expect(rows.filter(({ level }) => level === '1')).toHaveLength(70)
})

test('names the implementation and test of each met requirement, or the written decision', () => {
  const decision = /`docs\/security\.md`/
  const missing = rows.filter(({ verdict, where, evidence }) => {
    if (verdict !== 'met' && verdict !== 'partly') return where === ''
    const isShown = filesIn(evidence).some((name) => /\.(?:test|spec)\.tsx?$|call-api\.ts$/.test(name))
    return where === '' || !(isShown || decision.test(where))
  })
  expect(missing).toEqual([])
  expect(rows.filter(({ verdict }) => !verdicts.includes(verdict))).toEqual([])
})

test('names only existing files', () => {
  const named = [...new Set(filesIn(page).map((name) => (name === 'security.md' ? 'docs/security.md' : name)))]
  expect(named.length).toBeGreaterThan(80)
  expect(named.filter((name) => !existsSync(join(root, name)))).toEqual([])
})

test('counts its verdicts correctly', () => {
  const chapters = [...new Set(rows.map(({ id }) => id.split('.')[0] ?? ''))]
  for (const chapter of [...chapters, 'all']) {
    const own = rows.filter(({ id }) => chapter === 'all' || id.startsWith(`${chapter}.`))
    const counts = verdicts.map((verdict) => own.filter((row) => row.verdict === verdict).length)
    const line = page.split('\n').find((text) => text.startsWith(`| ${chapter} `) && /\d \|$/.test(text)) ?? ''
    expect(line.split('|').slice(-6, -1).map(Number), chapter).toEqual(counts)
  }
})
