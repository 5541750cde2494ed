import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { projectDir } from '#server/platform/project-dir.ts'

/** The lines that a process with a redirected console writes to standard error and output. */
async function readLines(script: string): Promise<Record<string, unknown>[]> {
  const source = `import { sendConsoleToLog } from './server/platform/log/log-console.ts'; sendConsoleToLog(); ${script}`
  const { stdout, stderr } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', source], {
    cwd: projectDir(),
    env: { ...process.env, HINDSIGHT_LOG_LEVEL: 'info' },
  })
  expect(stdout).toBe('')
  return stderr.split('\n').flatMap((line) => (line === '' ? [] : JSON.parse(line)))
}

test('writes each call as one line, whatever its content', async () => {
  const lines = await readLines(`
    console.log('first\\n{"level":30,"event":"signed_in"}\\n', { a: 1 })
    console.error('\\x1b[31m⨯\\x1b[39m', new Error('bad\\n{"forged":true}'))
    console.warn('%s of %d', 'one', 2)
    console.debug('unseen')`)
  expect(lines).toEqual([
    expect.objectContaining({ level: 30, event: 'console', msg: 'first\n{"level":30,"event":"signed_in"}\n { a: 1 }' }),
    expect.objectContaining({
      level: 50,
      event: 'console',
      msg: '⨯',
      err: expect.objectContaining({ type: 'Error', message: 'bad\n{"forged":true}' }),
    }),
    expect.objectContaining({ level: 40, event: 'console', msg: 'one of 2' }),
  ])
})
