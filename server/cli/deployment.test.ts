import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { validate } from 'dockerfile-utils'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { environmentVariables } from '#server/platform/env.ts'
import { projectDir } from '#server/platform/project-dir.ts'
import { makeTemporaryFolder } from './temporary-folder.mjs'

const read = (...path: string[]) => readFileSync(join(projectDir(), 'deploy', ...path), 'utf8')
const units = readdirSync(join(projectDir(), 'deploy', 'systemd'))
const { services, volumes } = parse(read('compose.yaml'), { merge: true })
const manifest = JSON.parse(readFileSync(join(projectDir(), 'package.json'), 'utf8'))

/** Lists the names of our variables in a text. */
const findOurVariables = (text: string) => new Set(text.match(/\b(?:HINDSIGHT_\w+|DATABASE_URL)\b/g))

describe('the Dockerfile', () => {
  const dockerfile = read('Dockerfile')

  test('passes the linter', () => {
    expect(validate(dockerfile)).toEqual([])
  })

  test("uses the project's Node version in every stage and runs as a user other than root", () => {
    const bases = [...dockerfile.matchAll(/^FROM (\S+)/gm)].map(([, base]) => base)
    const [major] = manifest.devDependencies.node.split('.')
    expect(new Set(bases)).toEqual(new Set([`node:${major}-bookworm-slim`]))
    expect(dockerfile.split(/^FROM /m).at(-1)).toMatch(/^USER node$/m)
  })
})

/** Loads `.env` if it exists; unlike `--env-file-if-exists`, it prints nothing if not. */
const environmentFile = '$(test -f .env && echo --env-file=.env)'

test('starts with the same flags everywhere', () => {
  // Containers and units get their environment from their engine, not from `.env`.
  const words = manifest.scripts.start.replace(`exec node ${environmentFile}`, 'node').split(' ')
  expect(read('Dockerfile')).toContain(`CMD ${JSON.stringify(words).replaceAll('","', '", "')}\n`)
  expect(read('systemd', 'hindsight.service')).toContain(`ExecStart=/usr/bin/${words.join(' ')}\n`)
})

test('contains nothing of the version control and no local settings, nor does version control', () => {
  expect(read('Dockerfile.dockerignore').split('\n')).toEqual(expect.arrayContaining(['.git', '.env*']))
  const { stdout } = spawnSync('git', ['check-ignore', '.env', '.env.production', 'deploy/.env', '.env.example'], {
    cwd: projectDir(),
    encoding: 'utf8',
  })
  expect(stdout.split('\n').filter(Boolean)).toEqual(['.env', '.env.production', 'deploy/.env'])
})

test('reads `.env` in every command that opens the data, and in npm start', () => {
  const names = [
    'start',
    'account',
    'token',
    'seed',
    'import',
    'connection',
    'ledger',
    'db:migrate',
    'db:backup',
    'db:restore',
  ]
  for (const name of names) expect(manifest.scripts[name]).toMatch(`exec node ${environmentFile} --`)
})

test('replaces the shell in every script by our process, so that signals reach it', () => {
  const scripts = Object.entries<string>(manifest.scripts).filter(([, line]) => /\bnode |next build/.test(line))
  expect(scripts.length).toBeGreaterThan(15)
  expect(scripts.filter(([, line]) => !/(?:^|&& )exec (?:node|next) /.test(line))).toEqual([])
})

test('generates a strong secret as a line of `.env`', () => {
  const line = spawnSync('sh', ['-c', manifest.scripts.secret], { encoding: 'utf8' }).stdout
  expect(line).toMatch(/^HINDSIGHT_SECRET=[\w-]{64}\n$/)
})

test('has an example `.env` without values that names only known variables', () => {
  const example = readFileSync(join(projectDir(), '.env.example'), 'utf8')
  expect(example.split('\n').filter((line) => line !== '' && !line.startsWith('#'))).toEqual([])
  const named = [...example.matchAll(/^#(\w+)=/gm)].map(([, name]) => name ?? '')
  expect(named).toContain('DATABASE_URL')
  expect(named.filter((name) => !environmentVariables.includes(name))).toEqual([])
})

test('documents exactly the variables that are read', () => {
  const page = readFileSync(join(projectDir(), 'docs', 'configuration.md'), 'utf8')
  const documented = page.split('\n').flatMap((line) => {
    const [, name = ''] = line.split('|')
    return [...name.matchAll(/`([A-Z_]+)`/g)].map(([, variable]) => variable)
  })
  expect(documented.toSorted()).toEqual([...environmentVariables].toSorted())
})

test('redirects browsers, but not API clients, from HTTP to TLS', () => {
  const [plain = ''] = /listen 80;[\s\S]*?\n}/.exec(read('proxy', 'nginx.conf')) ?? []
  expect(plain).toMatch(/location \/api\/ \{\s+return 403;/)
  expect(plain).toMatch(/location \/ \{\s+return 308 https:/)
  expect(read('proxy', 'nginx.conf')).toMatch(/ssl_protocols TLSv1\.2 TLSv1\.3;/)
})

const hasCaddy = spawnSync('caddy', ['version']).status === 0

test.skipIf(!hasCaddy)(
  'Caddy accepts its file, and every request leads to Hindsight with the address of its caller',
  () => {
    const file = join(projectDir(), 'deploy', 'proxy', 'Caddyfile')
    const { status, stdout } = spawnSync('caddy', ['adapt', '--validate', '--config', file], { encoding: 'utf8' })
    expect(status).toBe(0)
    const handlers = JSON.stringify(JSON.parse(stdout))
    expect(handlers).toContain('"upstreams":[{"dial":"127.0.0.1:3000"},{"dial":"127.0.0.1:3001"}]')
    expect(handlers).toContain('"X-Forwarded-Port":["443"]')
  },
)

describe('the compose file', () => {
  test.each(['app', 'backup'])('gives %s a read-only root filesystem and no unneeded capabilities', (name) => {
    expect(services[name]).toMatchObject({
      read_only: true,
      cap_drop: ['ALL'],
      security_opt: ['no-new-privileges:true'],
      build: { context: '..', dockerfile: 'deploy/Dockerfile' },
    })
  })

  test('contains no secret: each is required from the environment', () => {
    const settings = Object.values(services).flatMap((service) => {
      const { environment = {} } = service as { environment?: Record<string, string> }
      return Object.entries(environment).filter(([name]) => /PASSWORD|SECRET|DATABASE_URL/.test(name))
    })
    expect(settings.length).toBeGreaterThan(3)
    for (const [name, value] of settings) expect([name, value]).toEqual([name, expect.stringMatching(/\$\{\w+:[?-]/)])
  })

  test('passes every variable of `.env` on, and does not wait for the database container', () => {
    for (const name of ['app', 'backup']) expect(services[name].env_file).toBe('.env')
    expect(services.database.healthcheck.test).toEqual(expect.arrayContaining(['-h', '127.0.0.1']))
  })

  test('is reachable only through the proxy of its host, and keeps its data', () => {
    expect(services.app.ports).toEqual(['127.0.0.1:3000:3000'])
    expect(services.database.ports).toBeUndefined()
    expect(services.database.volumes.map((mount: string) => mount.split(':')[0])).toEqual(Object.keys(volumes))
  })
})

test('every variable set in a deployment is known', () => {
  const texts = [
    read('compose.yaml'),
    read('proxy', 'nginx.conf'),
    read('proxy', 'Caddyfile'),
    ...units.map((unit) => read('systemd', unit)),
  ]
  const set = texts.flatMap((text) => [...findOurVariables(text)])
  expect(set.length).toBeGreaterThan(5)
  expect(set.filter((name) => !environmentVariables.includes(name))).toEqual([])
})

const hasSystemd = spawnSync('systemd-analyze', ['--version']).status === 0

test.skipIf(!hasSystemd)('systemd accepts every line of the units', () => {
  const ofUser = join(makeTemporaryFolder('hindsight-unit-'), 'hindsight-of-user.service')
  writeFileSync(ofUser, read('package', 'hindsight.service').replaceAll('@PREFIX@', '/home/somebody/a folder'))
  const paths = [...units.map((unit) => join(projectDir(), 'deploy', 'systemd', unit)), ofUser]
  const { stderr } = spawnSync('systemd-analyze', ['verify', '--recursive-errors=no', ...paths], { encoding: 'utf8' })
  expect(
    stderr.split('\n').filter((line) => /hindsight/.test(line) && !/not executable|not found/i.test(line)),
  ).toEqual([])
})
