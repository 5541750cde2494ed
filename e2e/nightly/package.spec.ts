import { spawn, spawnSync } from 'node:child_process'
import { createHash, generateKeyPairSync, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import {
  appendFileSync,
  chmodSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { request } from 'playwright/test'
import { expect, test } from '#e2e/api/call-api.ts'
import { freePort, projectDir } from '#e2e/support/server-process.ts'
import { signInWith } from '#e2e/support/sign-in.ts'
import { listBlocksToRun } from '#server/cli/testing-documents.ts'
import { demoAccounts, demoPassword } from '#server/demo/accounts.ts'
import { listPageFiles } from '#server/platform/app-files.ts'

/** The paths of all pages without a parameter. */
const pages = listPageFiles()
  .map((file) => `/${file.replaceAll(/\([^)]*\)\/|\/?page\.tsx$/g, '')}`)
  .filter((path) => !path.includes('['))

const isRoot = process.geteuid?.() === 0
/** Runs a command without any network; empty where this user may not. */
const offline = [
  ['unshare', '--net'],
  ['unshare', '--map-current-user', '--net'],
].find(([program = '', ...args]) => spawnSync(program, [...args, 'true']).status === 0)

/** Creates a user without rights, whose home is `home` and who has only the programs of the system. */
function createUser(home: string) {
  const uid = isRoot ? ['setpriv', '--reuid=65534', '--regid=65534', '--clear-groups'] : []
  const own = ['env', '-i', 'PATH=/usr/bin:/bin', `HOME=${home}`, 'HINDSIGHT_DEMO=true', 'HINDSIGHT_LOG_LEVEL=info']
  const split = (words: readonly string[]) => [words[0] ?? '', words.slice(1)] as const
  return {
    run(words: readonly string[], before: readonly string[] = []) {
      const [program, args] = split([...before, ...uid, ...own, ...words])
      const { status, stdout, stderr } = spawnSync(program, args, { cwd: home, encoding: 'utf8' })
      return { status, output: `${stdout}${stderr}` }
    },
    start(words: readonly string[]) {
      const [program, args] = split([...uid, ...own, ...words])
      return spawn(program, args, { cwd: home, stdio: ['ignore', 'pipe', 'pipe'] })
    },
  }
}

/** Runs the installed release on the port of its settings while `use` reads its pages as an admin of the demo. */
async function withInstalled(
  { start }: ReturnType<typeof createUser>,
  program: string,
  port: number,
  use: (get: (path: string) => Promise<{ status: number; text: string }>) => Promise<void>,
) {
  const baseURL = `http://127.0.0.1:${port}`
  const child = start([program, 'start'])
  const exited = once(child, 'exit')
  let log = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part) => (log += part))
  try {
    const ready = () => fetch(`${baseURL}/api/ready`).then(({ status }) => status, String)
    await expect.poll(ready, { timeout: 60_000, message: log }).toBe(200)
    const context = await request.newContext({ baseURL })
    const admin = demoAccounts.find(({ role }) => role === 'admin')
    await signInWith(context, baseURL, { email: admin?.email ?? '', password: demoPassword })
    await use(async (path) => {
      const response = await context.get(path)
      return { status: response.status(), text: await response.text() }
    })
    await context.dispose()
  } finally {
    child.kill('SIGTERM')
  }
  expect(await exited).toEqual([0, null])
  expect(log.split('\n').filter((line) => /"level":(?:50|60)|Cannot find|EACCES|EROFS/.test(line))).toEqual([])
}

/** Turns the extracted release into another: changes a file and its checksum. */
function rebuild(release: string, name: string, change: (text: string) => string): void {
  const text = change(readFileSync(join(release, name), 'utf8'))
  writeFileSync(join(release, name), text)
  const hash = createHash('sha256').update(text).digest('hex')
  const sums = readFileSync(join(release, 'SHA256SUMS'), 'utf8').split('\n')
  const changed = sums.map((line) => (line.endsWith(`  ${name}`) ? `${hash}  ${name}` : line))
  writeFileSync(join(release, 'SHA256SUMS'), changed.join('\n'))
}

/** A folder for the PATH with a systemctl that starts nothing; at each call, the service has restarted again. */
function addSystemctl(home: string): string {
  const folder = join(home, 'systemctl')
  mkdirSync(folder)
  writeFileSync(join(folder, 'systemctl'), '#!/bin/sh\n[ "$2" != show ] || date +%s%N\n', { mode: 0o755 })
  return folder
}

/** The folder of the tests below, the home of a user in it, and the extracted release. */
let folder = ''
let home = ''
let release = ''
test.describe.configure({ mode: 'serial' })
test.beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'hindsight-package-'))
  home = join(folder, 'home of somebody')
})
test.afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('the package installs and upgrades without a network and root, and serves every page', async () => {
  chmodSync(folder, 0o755)
  mkdirSync(home)
  if (isRoot) chownSync(home, 65_534, 65_534)
  const user = createUser(home)

  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  const make = (env: Record<string, string>) =>
    spawnSync('npm', ['run', '--silent', 'package', '--', '--to', home], {
      cwd: projectDir,
      env: { ...process.env, ...env },
      encoding: 'utf8',
    })
  expect(make({ HINDSIGHT_SIGNING_KEY: '' })).toMatchObject({ status: 1, stdout: '' })
  const key = privateKey.export({ format: 'pem', type: 'pkcs8' }).toString()
  expect(make({ HINDSIGHT_SIGNING_KEY: key })).toMatchObject({ status: 0, stderr: '' })
  const [archive = '', ...others] = readdirSync(home)
  expect([archive, others]).toEqual([expect.stringMatching(/\.tar\.gz$/), [`${archive}.sig`]])
  expect(statSync(join(home, archive)).size).toBeLessThanOrEqual(250e6)
  const name = archive.replace('.tar.gz', '')
  release = join(home, name)

  const version = name.split('-')[1] ?? ''
  const [first = '', rollback = ''] = listBlocksToRun('run: package').map(({ text }) =>
    text
      .replaceAll(/hindsight-[\d.]+-linux-x64/g, name)
      .replace('releases/0.2.0', `releases/${version}`)
      .replace('before-0.3.0', 'before-999.0.0')
      .replaceAll(/(?: && |^)systemctl .*$/gm, ''),
  )
  // Runs pasted lines as a shell does, which continues after a failed one.
  const paste = () => user.run(['sh', '-uc', first], offline)
  const another = generateKeyPairSync('ed25519').publicKey.export({ format: 'pem', type: 'spki' })
  writeFileSync(join(home, 'hindsight-signing.pub'), another)
  expect(paste()).toMatchObject({ status: 1, output: expect.stringContaining('Signature Verification Failure') })
  expect(readdirSync(home).toSorted()).toEqual([archive, `${archive}.sig`, 'hindsight-signing.pub'].toSorted())

  const installed = join(home, '.local', 'share', 'hindsight')
  const program = join(installed, 'current', 'bin', 'hindsight')
  writeFileSync(join(home, 'hindsight-signing.pub'), publicKey.export({ format: 'pem', type: 'spki' }))
  expect(paste()).toMatchObject({
    status: 0,
    output: expect.stringContaining(`is installed in ${installed}.`),
  })
  expect(readdirSync(release)).toEqual(
    expect.arrayContaining(['LICENSE', 'NOTICE', 'THIRD-PARTY-LICENSES', 'sbom.json', 'systemd']),
  )
  const settings = readFileSync(join(release, '.next', 'required-server-files.json'), 'utf8')
  expect(settings).not.toContain(`"${projectDir}`)
  const unit = readFileSync(join(home, '.config', 'systemd', 'user', 'hindsight.service'), 'utf8')
  expect(unit).toContain(`ExecStart="${program}" start\n`)

  const environment = join(installed, 'environment')
  const port = await freePort()
  appendFileSync(environment, `PORT=${port}\n`)
  const path = `PATH=${addSystemctl(home)}:/usr/bin:/bin`
  const installAndStart = () => user.run(['env', path, join(release, 'install')])
  rebuild(release, 'LICENSE', (text) => `${text}\n`)
  const { status, output } = installAndStart()
  expect([status, output]).toEqual([1, expect.stringMatching(/^No backup: .* there is no database in .*data\.$/m)])
  expect(output).toMatch(/^It is not ready: .*/m)
  expect(readlinkSync(join(installed, 'current'))).toMatch(new RegExp(`^releases/${version}-[0-9a-f]{8}$`))

  expect(user.run([program, 'seed', '--', '--yes'])).toMatchObject({ status: 0 })
  const records = '/api/app/v1/articles?limit=5'
  let before = ''
  await withInstalled(user, program, port, async (get) => {
    expect(installAndStart()).toMatchObject({ status: 0, output: expect.stringMatching(/^It runs: /m) })
    const again = user.run([join(release, 'install')], offline)
    expect(again.output).toMatch(
      new RegExp(`^Process \\d+ still runs release ${version}-[0-9a-f]{8}: stop it first`, 'm'),
    )
    expect(pages.length).toBeGreaterThan(15)
    for (const path of pages) expect([path, (await get(path)).status]).toEqual([path, 200])
    expect((await get('/api/openapi.json')).status).toBe(200)
    before = (await get(records)).text
    expect(before).toContain('"title":')
  })

  const upgrade = () => user.run([join(release, 'install')], offline)
  rebuild(release, 'package.json', (text) => text.replace(/"version": "[^"]+"/, '"version": "999.0.0"'))
  const notice = readFileSync(join(release, 'NOTICE'), 'utf8')
  writeFileSync(join(release, 'NOTICE'), 'changed')
  expect(upgrade()).toMatchObject({ status: 1, output: expect.stringMatching(/^NOTICE: FAILED/m) })
  writeFileSync(join(release, 'NOTICE'), notice)
  renameSync(join(installed, 'data'), join(installed, 'moved'))
  writeFileSync(environment, readFileSync(environment, 'utf8').replace(`${installed}/data`, `${installed}/moved`))
  expect(upgrade()).toMatchObject({ status: 0, output: expect.stringContaining('Backed up') })
  expect(readdirSync(join(installed, 'releases'))).toHaveLength(3)
  expect(readdirSync(join(installed, 'backups'))).toEqual(['before-999.0.0.backup'])
  await withInstalled(user, program, port, async (get) => {
    expect((await get('/admin/system')).text).toContain('999.0.0')
    expect((await get(records)).text).toBe(before)
  })

  const restored = user.run(['sh', '-euc', rollback])
  expect(restored).toMatchObject({ status: 0, output: expect.stringContaining('All checksums match') })
  expect(readlinkSync(join(installed, 'current'))).toBe(`releases/${version}`)
  expect(user.run([join(release, 'install'), '--remove-old'], offline)).toMatchObject({ status: 0 })
  expect(readdirSync(join(installed, 'releases'))).toEqual([version, '999.0.0'])
  if (!offline) test.info().annotations.push({ type: 'skipped', description: 'this user may not cut off the network' })
})

const has = (program: string) => spawnSync('sh', ['-c', `command -v ${program}`]).status === 0
const mayMount = isRoot && spawnSync('unshare', ['--mount', 'mount', '-t', 'tmpfs', 'tmpfs', '/mnt']).status === 0
const missing = ['buildah', 'mmdebstrap'].filter((program) => !has(program))

test('the image of the release serves on a read-only root as a user without rights', async () => {
  test.skip(missing.length > 0, `${missing.join(' and ')} is not installed`)
  test.skip(!mayMount, 'containers cannot be nested: this user may not mount')
  const image = join(folder, 'image.tar')
  const built = spawnSync('sh', ['deploy/package/build-image', release, image], { cwd: projectDir, encoding: 'utf8' })
  expect(built).toMatchObject({ status: 0 })
  const buildah = (...args: string[]) => {
    const { status, stdout, stderr } = spawnSync('buildah', args, { encoding: 'utf8' })
    if (status !== 0) throw new Error(`buildah ${args[0]}: ${stderr}`)
    return stdout.trim()
  }
  const container = buildah('from', `oci-archive:${image}`)
  try {
    const root = buildah('mount', container)
    const { config } = JSON.parse(buildah('inspect', container)).OCIv1
    const port = await freePort()
    const env: string[] = [
      ...config.Env,
      `PORT=${port}`,
      'HOST=127.0.0.1',
      `HINDSIGHT_SECRET=${randomBytes(48).toString('base64url')}`,
    ]
    const mounts = [
      'mount --bind "$0" "$0"',
      'mount -o remount,bind,ro "$0"',
      'for at in /tmp /data; do mount -t tmpfs -o mode=1777 tmpfs "$0$at"; done',
      'mount -t proc proc "$0/proc"',
      'mount --bind /dev "$0/dev"',
    ]
    const enter = `cd "$0" && exec chroot --userspec=${config.User} "$0" env -i --chdir=${config.WorkingDir} "$@"`
    const script = [...mounts, enter].join(' && ')
    const child = spawn('unshare', ['--mount', 'sh', '-euc', script, root, ...env, ...config.Cmd])
    const exited = once(child, 'exit')
    let log = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (part) => (log += part))
    try {
      const ready = () => fetch(`http://127.0.0.1:${port}/api/ready`).then(({ status }) => status, String)
      await expect.poll(ready, { timeout: 60_000 }).toBe(200)
      expect(readFileSync(`/proc/${child.pid}/status`, 'utf8')).toMatch(/^Uid:\s1000\s1000\s/m)
      expect(readFileSync(`/proc/${child.pid}/mountinfo`, 'utf8')).toMatch(/ \/ ro,/)
    } finally {
      child.kill('SIGTERM')
    }
    expect(await exited).toEqual([0, null])
    expect(log.split('\n').filter((line) => /"level":(?:50|60)|EACCES|EROFS/.test(line))).toEqual([])
  } finally {
    buildah('rm', container)
  }
})
