import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { projectDir } from '#server/platform/project-dir.ts'

const { scripts }: { scripts: Record<string, string> } = JSON.parse(
  readFileSync(join(projectDir(), 'package.json'), 'utf8'),
)
/** Those that take seconds to load, which laboratories.test.ts tries. */
const slow = /bench|ranking|prove|screenshots|speed|openapi/
const programs = Object.entries(scripts).flatMap(([name, line]) => {
  const program = /^exec node .*?(\S+\.(?:m?js|ts)(?: [a-z-]+)?)$/.exec(line)?.[1]
  return program === undefined || slow.test(program) ? [] : [[name, program] as const]
})

test.each(programs)('npm run %s explains itself with --help', (_name, program) => {
  const args = [...program.split(' '), '--help']
  const { status, stdout, stderr } = spawnSync('node', args, { cwd: projectDir(), encoding: 'utf8' })
  expect({ status, stdout, stderr }).toEqual({ status: 0, stdout: expect.stringMatching(/^Usage: /), stderr: '' })
})
