import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'

const prefix = 'run-'
let parent: string

beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), 'hindsight-temporary-'))
})
afterEach(() => rmSync(parent, { recursive: true }))

/** Creates a folder in a separate process, which runs `ending` at its end; returns its output. */
function makeFolder(ending = ''): string {
  const module = JSON.stringify(join(import.meta.dirname, 'temporary-folder.mjs'))
  const script = `import { makeTemporaryFolder } from ${module}
    console.log(makeTemporaryFolder(${JSON.stringify(prefix)}, ${JSON.stringify(parent)}))
    ${ending}`
  return spawnSync(process.execPath, ['--input-type=module', '--eval', script], { encoding: 'utf8' }).stdout.trim()
}

const abandon = (name: string, pid: number | string) => {
  mkdirSync(join(parent, name))
  writeFileSync(join(parent, name, 'pid'), String(pid))
}

test('is deleted when its process ends, even by an error', () => {
  for (const ending of ['', 'process.exit(1)', "throw new Error('failed')"]) {
    const folder = makeFolder(ending)
    expect(folder).toContain(join(parent, prefix))
    expect(existsSync(folder)).toBe(false)
  }
})

test('is deleted by the next run if its process was killed', () => {
  const abandoned = makeFolder("process.kill(process.pid, 'SIGKILL')")
  expect(existsSync(abandoned)).toBe(true)
  makeFolder()
  expect(readdirSync(parent)).toEqual([])
})

test('is kept if its process is running or unknown', () => {
  abandon(`${prefix}alive`, process.pid)
  abandon(`${prefix}unreadable`, 'none')
  abandon('other-killed', 999_999_999)
  makeFolder()
  expect(readdirSync(parent).toSorted()).toEqual(['other-killed', `${prefix}alive`, `${prefix}unreadable`])
})

test.runIf(existsSync('/proc/self/cwd'))(
  'is deleted together with remaining child processes of a killed process',
  async () => {
    const abandoned = makeFolder("process.kill(process.pid, 'SIGKILL')")
    mkdirSync(join(abandoned, 'data'))
    const left = spawn('sleep', ['600'], { cwd: join(abandoned, 'data') })
    const ended = once(left, 'exit')
    makeFolder()
    expect(await ended).toEqual([null, 'SIGKILL'])
    expect(existsSync(abandoned)).toBe(false)
  },
)
