import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectDir } from '#e2e/support/server-process.ts'
import { answerHelp } from '#server/cli/answer-help.mjs'
import { plantedFaults } from './planted-faults.ts'

answerHelp('Usage: npm run plant-faults [-- PART OF A PATH…]\nPlants each fault alone, and expects its tests to fail.')

const parts = process.argv.slice(2)
const chosen = plantedFaults.filter(({ file }) => parts.length === 0 || parts.some((part) => file.includes(part)))
const missed: string[] = []
for (const { kind, file, text, fault, tests } of chosen) {
  const path = join(projectDir, file)
  const source = readFileSync(path, 'utf8')
  const restore = () => writeFileSync(path, source)
  process.once('SIGINT', restore)
  let isFound: boolean
  try {
    writeFileSync(
      path,
      source.replace(text, () => fault),
    )
    const { stdout } = spawnSync('vitest', ['run', '--bail', '1', ...tests], { cwd: projectDir, encoding: 'utf8' })
    // A test that fails, and not a file that cannot be loaded.
    isFound = /Tests .*\d failed/.test(stdout)
  } finally {
    restore()
    process.off('SIGINT', restore)
  }
  console.log(`${isFound ? 'found ' : 'MISSED'} ${kind}: ${file}: ${text}`)
  if (!isFound) missed.push(file)
}
console.log(`${chosen.length - missed.length} of ${chosen.length} planted faults were found.`)
process.exitCode = missed.length === 0 ? 0 : 1
