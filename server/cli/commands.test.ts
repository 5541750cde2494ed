import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { projectDir } from '#server/platform/project-dir.ts'
import { listTrials, trials, tryScript } from './testing-trials.ts'

const { scripts }: { scripts: Record<string, string> } = JSON.parse(
  readFileSync(join(projectDir(), 'package.json'), 'utf8'),
)
const readSource = (file: string) => readFileSync(join(projectDir(), file), 'utf8')

test('every script of package.json is tried', () => {
  expect(Object.keys(trials).toSorted()).toEqual(Object.keys(scripts).toSorted())
})

test('the steps of npm test and the test files name the scripts that they try', () => {
  const steps = readSource('server/cli/run-tests.mjs')
  expect(listTrials('step').filter(([, word]) => !steps.includes(word))).toEqual([])
  // A test names the script or the program of the script.
  const names = (file: string, script: string) =>
    [script, ...(scripts[script]?.match(/[\w-]+(?=\.(?:m?js|ts)$)|drizzle-kit/) ?? [])].some((word) =>
      new RegExp(`['/ ]${word}['. ]`).test(readSource(file)),
    )
  expect(listTrials('test').filter(([script, file]) => !names(file, script))).toEqual([])
  for (const [script, parts] of listTrials('consistsOf')) {
    expect(scripts[script]?.match(/(?<=--silent )\S+/g)).toEqual(parts)
  }
})

test.each(listTrials('run'))('npm run %s works in its smallest form', tryScript)

const ours = Object.entries(scripts).flatMap(([name, line]) => {
  const program = /^exec node .*?(\S+\.(?:m?js|ts))$/.exec(line)?.[1]
  return program === undefined ? [] : [[name, program] as const]
})

test.each(ours)('npm run %s explains itself with --help', (_name, program) => {
  const { status, stdout, stderr } = spawnSync('node', [program, '--help'], { cwd: projectDir(), encoding: 'utf8' })
  expect({ status, stdout, stderr }).toEqual({ status: 0, stdout: expect.stringMatching(/^Usage: /), stderr: '' })
})
