import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort, projectDir, startServer } from '#e2e/support/server-process.ts'
import { waitUntil } from '#e2e/support/wait-until.ts'
import { type Claim, findProgram, notInstalled, skipped, toVerdict } from './claim.ts'
import { get } from './crash/call-server.ts'
import { startSteadyLoad, withTwoProcesses } from './two-processes.ts'

export const rollOver: Claim = {
  name: 'roll-over',
  async prove(ground) {
    const nginx = findProgram('nginx')
    if (nginx === undefined) return skipped(notInstalled('nginx', 'nginx'))
    return withTwoProcesses(ground, async ({ own, other }) => {
      const env = { ...ground.serverEnv, DATABASE_URL: own.databaseUrl }
      const next = makeNextRelease()
      const old = [own.server, other]
      const proxy = await startNginx(nginx, old.map(getPort))
      const load = startSteadyLoad(proxy, { Authorization: `Bearer ${own.tokens.itsm.write}` }, 'Roll over')
      const faults: string[] = []
      const fresh: Awaited<ReturnType<typeof startServer>>[] = []
      try {
        // As an operator does: one after the other, each as soon as the one before is ready.
        for (const [turn, leaving] of old.entries()) {
          await sleep(500)
          const code = await leaving.stop()
          if (code !== 0) faults.push(`an old process ended with ${code}`)
          fresh.push(await startServer(env, next.dir, getPort(leaving)))
          for (const { baseUrl } of [...old.slice(turn + 1), ...fresh]) {
            const ready = await get({ baseUrl }, '/api/ready')
            if (ready?.status !== 200) faults.push(`a process is not ready after the migration: ${ready?.status}`)
          }
        }
        await sleep(500)
        const { written, failed, faults: ofLoad } = await load.end(own.db)
        const { rows } = await own.pool.query(
          `select 1 from information_schema.columns where column_name = 'next_release'`,
        )
        if (rows.length !== 1) faults.push('the migration was not applied')
        faults.push(...ofLoad)
        const figure = `${load.count().toLocaleString('en')} requests through nginx while both were replaced, ${failed} failed; ${written} writes stored`
        return toVerdict(figure, faults, written > 0)
      } finally {
        await load.end(own.db)
        for (const server of fresh) server.child.kill('SIGKILL')
        await proxy.stop()
        next.remove()
      }
    })
  },
}

const getPort = ({ baseUrl }: { readonly baseUrl: string }) => Number(new URL(baseUrl).port)

/** Runs nginx with deploy/proxy/nginx.conf, in front of two processes, with a certificate of its own. */
async function startNginx(program: string, ports: readonly number[]) {
  const dir = mkdtempSync(join(tmpdir(), 'hindsight-nginx-'))
  const key = join(dir, 'key.pem')
  const certificate = join(dir, 'certificate.pem')
  const request = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-subj', '/CN=localhost', '-days', '1']
  execFileSync('openssl', [...request, '-keyout', key, '-out', certificate], { stdio: 'ignore' })
  const plain = await freePort()
  const tls = await freePort()
  const shipped = readFileSync(join(projectDir, 'deploy', 'proxy', 'nginx.conf'), 'utf8')
  const replace = (text: string, [from, to]: readonly [string, string]) => {
    if (!text.includes(from)) throw new Error(`deploy/proxy/nginx.conf has no "${from}".`)
    return text.replace(from, to)
  }
  const changes: readonly (readonly [string, string])[] = [
    ['127.0.0.1:3000', `127.0.0.1:${ports[0]}`],
    ['# server 127.0.0.1:3001', `server 127.0.0.1:${ports[1]}`],
    ['listen 80;', `listen 127.0.0.1:${plain};`],
    // As Debian 12 needs it; later versions warn.
    ['listen 443 ssl;', `listen 127.0.0.1:${tls} ssl http2;`],
    ['  http2 on;\n', ''],
    ['/etc/ssl/hindsight.example.org.pem', certificate],
    ['/etc/ssl/private/hindsight.example.org.key', key],
  ]
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
  const paths = temporary.map((kind) => `${kind}_temp_path ${join(dir, kind)};`).join(' ')
  const file = join(dir, 'nginx.conf')
  const user = process.getuid?.() === 0 ? 'user root;' : ''
  const http = `http { access_log off; ${paths} ${changes.reduce(replace, shipped)} }`
  writeFileSync(file, `daemon off; ${user} pid ${join(dir, 'pid')}; events {} ${http}`)
  const child = spawn(program, ['-p', dir, '-c', file, '-e', join(dir, 'error.log')], { stdio: 'ignore' })
  const exited = once(child, 'exit')
  const baseUrl = `https://127.0.0.1:${tls}`
  // Its certificate is signed by nobody.
  const { NODE_TLS_REJECT_UNAUTHORIZED: before } = process.env
  process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0'
  const isUp = async () => (await get({ baseUrl }, '/api/health'))?.status === 200
  await waitUntil('nginx answers', isUp, { timeoutMs: 20_000, pollMs: 100 })
  return {
    baseUrl,
    async stop() {
      child.kill('SIGTERM')
      await exited
      if (before === undefined) delete process.env.NODE_TLS_REJECT_UNAUTHORIZED
      else process.env.NODE_TLS_REJECT_UNAUTHORIZED = before
      rmSync(dir, { recursive: true, force: true })
    },
  }
}

const copied = 'app components lib server dist public package.json next.config.mjs tsconfig.json'.split(' ')
const shared = ['node_modules', '.next']

/** The folder of a copy of this release with an additional migration, which adds a column. */
function makeNextRelease(): { readonly dir: string; remove(): void } {
  const dir = mkdtempSync(join(tmpdir(), 'hindsight-next-release-'))
  for (const name of copied) cpSync(join(projectDir, name), join(dir, name), { recursive: true })
  for (const name of shared) symlinkSync(join(projectDir, name), join(dir, name))
  const migrations = join(dir, 'server', 'migrations')
  const journalFile = join(migrations, 'meta', '_journal.json')
  const journal = JSON.parse(readFileSync(journalFile, 'utf8'))
  const last = journal.entries.at(-1)
  const added = { ...last, idx: last.idx + 1, when: last.when + 1000, tag: '9999_next_release' }
  writeFileSync(journalFile, JSON.stringify({ ...journal, entries: [...journal.entries, added] }))
  writeFileSync(join(migrations, `${added.tag}.sql`), 'ALTER TABLE "changes" ADD COLUMN "next_release" text;')
  return { dir, remove: () => rmSync(dir, { recursive: true, force: true }) }
}
