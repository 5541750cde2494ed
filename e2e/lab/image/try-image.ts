import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { request } from 'playwright/test'
import { parse } from 'yaml'
import { freePort, projectDir } from '#e2e/support/server-process.ts'
import { signInWith } from '#e2e/support/sign-in.ts'
import { waitUntil } from '#e2e/support/wait-until.ts'
import { answerHelp } from '#server/cli/answer-help.mjs'
import { startEmbeddedPostgres } from '#server/platform/db/embedded/start.ts'
import { startDatabaseProxy } from '#server/platform/db/testing-proxy.ts'
import { type Image, imageEnv, newFolder, readSteps, runDockerfile } from './run-dockerfile.ts'

/** Like `node` of the image: a user who owns nothing in the image. */
const stranger = process.geteuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {}
const account = { email: 'first@hindsight.example', password: 'a long enough password to begin with' }

/** Megabytes of the application in the image, without the base image. */
const maxImageMegabytes = 340

const report = (what: string) => process.stdout.write(`ok    ${what}\n`)
function check(isTrue: boolean, what: string): void {
  if (!isTrue) throw new Error(what)
  report(what)
}

const inImage = ({ root, workdir, env }: Image, more: Record<string, string>) => ({
  ...stranger,
  cwd: join(root, workdir),
  env: imageEnv({ ...env, ...more }),
})

/** Asynchronous, since this process forwards the database connection meanwhile. */
async function run(image: Image, [program = '', ...args]: readonly string[], env: Record<string, string>, input = '') {
  const child = spawn(program, args, inImage(image, env))
  const closed = once(child, 'close')
  child.stdin.end(input)
  const [output, errors] = await Promise.all([text(child.stdout), text(child.stderr)])
  const [code] = await closed
  return { isDone: code === 0, output: `${output}${errors}` }
}

async function untilHealthy(image: Image, env: Record<string, string>, child: ChildProcess): Promise<void> {
  const isHealthy = async () => child.exitCode !== null || (await run(image, image.healthcheck, env)).isDone
  await waitUntil('the health check of the image passes', isHealthy, { timeoutMs: 60_000, pollMs: 500 })
  if (child.exitCode !== null) throw new Error(`The container ended with ${child.exitCode}.`)
}

/** The backup command of the compose file, with our folder in place of the mounted one. */
function backupCommand(folder: string): string[] {
  const compose = parse(readFileSync(join(projectDir, 'deploy', 'compose.yaml'), 'utf8'), { merge: true })
  return compose.services.backup.command.map((word: string) => (word === '/backups' ? folder : word))
}

async function tryPages(baseUrl: string): Promise<void> {
  const context = await request.newContext({ baseURL: baseUrl })
  check((await context.get('/api/ready')).ok(), 'it is ready')
  await signInWith(context, baseUrl, account)
  for (const path of ['/changes', '/admin/policy', '/insights', '/reference']) {
    const page = await context.get(path)
    check(page.ok() && (await page.text()).includes('<h1'), `an admin is shown ${path}`)
  }
  const home = await (await context.get('/changes')).text()
  const script = /\/_next\/static\/[^"]+\.js/.exec(home)?.[0] ?? 'none'
  check((await context.get(script)).ok(), 'scripts are served')
  await context.dispose()
}

async function tryImage(image: Image, databaseUrl: string): Promise<void> {
  const port = String(await freePort())
  const env = {
    DATABASE_URL: databaseUrl,
    HOST: '127.0.0.1',
    PORT: port,
    HINDSIGHT_SECRET: 'to-try-the-image-0123456789-abcdefghijkl',
  }
  const added = ['node', 'dist/account.js', '--email', account.email, '--name', 'First', '--role', 'admin']
  const made = await run(image, [...added, '--password-stdin'], env, `${account.password}\n`)
  check(made.isDone, `the first admin is made in it: ${made.output.split('\n')[0]}`)

  const [program = '', ...args] = image.command
  const child = spawn(program, args, inImage(image, env))
  const exited = once(child, 'exit')
  let log = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part) => (log += part))
  try {
    await untilHealthy(image, env, child)
    report(`${image.command.join(' ')} starts as somebody who may write none of its files, and is healthy`)
    await tryPages(`http://127.0.0.1:${port}`)
    const folder = newFolder()
    if (stranger.uid !== undefined) chownSync(folder, stranger.uid, stranger.gid)
    const backup = await run(image, backupCommand(folder), env)
    check(
      backup.isDone && backup.output.includes('Tried: it restores'),
      'the backup of the compose file is written and tried',
    )
  } finally {
    child.kill('SIGTERM')
  }
  const [code] = await exited
  check(code === 0, 'it exits with 0 on SIGTERM')
  check(!/EROFS|EACCES|EPERM|"level":(?:50|60)/.test(log), 'it wrote nowhere and logged no error')
}

const dockerfile = join(projectDir, 'deploy', 'Dockerfile')
// `npm run try-image [-- --steps]`: builds and tries the image, in minutes; or only prints the steps of its Dockerfile.
answerHelp(
  'Usage: npm run try-image [-- --steps]\nBuilds and tries the image, in minutes; or only prints the steps of its Dockerfile.',
)
if (process.argv.includes('--steps')) {
  for (const step of readSteps(dockerfile)) console.log(step.getKeyword(), step.getArgumentsContent())
  process.exit(0)
}

const image = runDockerfile(projectDir, dockerfile)
const size = spawnSync('du', ['-sm', image.root], { encoding: 'utf8' }).stdout.split('\t')[0]
check(Number(size) <= maxImageMegabytes, `its files take at most ${maxImageMegabytes} MB`)
check(image.user === 'node', `the image is built; its files take ${size} MB and it runs as ${image.user}`)
const postgres = await startEmbeddedPostgres({ dataDir: join(newFolder(), 'state'), isDurable: false })
try {
  // Like a database on its own host.
  const database = await startDatabaseProxy(postgres.url)
  await tryImage(image, database.url).finally(database.close)
} finally {
  await postgres.stop()
}
