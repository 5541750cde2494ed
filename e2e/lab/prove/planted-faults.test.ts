import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { projectDir } from '#e2e/support/server-process.ts'
import { plantedFaults } from './planted-faults.ts'

test('each planted fault has its text once in its file, and tests that could find it', () => {
  const wrong = plantedFaults.filter(({ file, text, fault, tests }) => {
    const parts = existsSync(join(projectDir, file)) ? readFileSync(join(projectDir, file), 'utf8').split(text) : []
    return parts.length !== 2 || text === fault || !tests.every((name) => existsSync(join(projectDir, name)))
  })
  expect(wrong, 'write the fault for the code as it is now').toEqual([])
})

test('there are faults of each kind', () => {
  const count = (kind: string) => plantedFaults.filter((planted) => planted.kind === kind).length
  expect(plantedFaults.length).toBeGreaterThanOrEqual(40)
  expect(Math.min(...['command', 'rule', 'access', 'parser'].map(count))).toBeGreaterThanOrEqual(5)
})
