import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { projectDir } from '#server/platform/project-dir.ts'
import { makeTemporaryFolder } from './temporary-folder.mjs'

/** The laboratories, and commands that no other test runs, with the arguments of their smallest form. */
test.each([
  ['bench', '--smallest'],
  ['bench:pages', '--smallest'],
  ['measure:ranking'],
  ['prove', '--quick', 'withstand-clock'],
  ['screenshots', 'today', '--to', '{folder}'],
  ['page-speed', 'knowledge', '--smallest'],
  ['lint:openapi'],
])('npm run %s explains itself, and works in its smallest form', { timeout: 300_000 }, async (script, ...args) => {
  const help = spawnSync('npm', ['run', '--silent', script, '--', '--help'], { cwd: projectDir(), encoding: 'utf8' })
  expect(help).toMatchObject({ status: 0, stdout: expect.stringMatching(/^Usage: /), stderr: '' })
  const folder = makeTemporaryFolder('hindsight-smallest-')
  const child = spawn('npm', ['run', '--silent', script, '--', ...args.map((arg) => arg.replace('{folder}', folder))], {
    cwd: projectDir(),
    // A separate temporary folder, as cached files would belong to another version.
    env: { ...process.env, TMPDIR: folder, DATABASE_URL: '', NODE_ENV: 'production', HINDSIGHT_LOG_LEVEL: 'info' },
  })
  const [output, errors, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
  expect(code, `${output}${errors}`).toBe(0)
})
