import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { projectDir, startServer } from '#e2e/support/server-process.ts'
import { type Claim, toVerdict } from './claim.ts'
import { get } from './crash/call-server.ts'
import { startSteadyLoad, withTwoProcesses } from './two-processes.ts'

export const rollOver: Claim = {
  name: 'roll-over',
  prove: (ground) =>
    withTwoProcesses(ground, async ({ own, other, proxy }) => {
      const env = { ...ground.serverEnv, DATABASE_URL: own.databaseUrl }
      const next = makeNextRelease()
      const old = [own.server, other]
      const load = startSteadyLoad(proxy, { Authorization: `Bearer ${own.tokens.itsm.write}` }, 'Roll over')
      const faults: string[] = []
      const fresh: Awaited<ReturnType<typeof startServer>>[] = []
      try {
        for (const [turn, leaving] of old.entries()) {
          await sleep(500)
          fresh.push(await startServer(env, next.dir))
          const ready = await get(leaving, '/api/ready')
          if (ready?.status !== 200) faults.push(`the old process is not ready after the migration: ${ready?.status}`)
          proxy.use([...old.slice(turn + 1), ...fresh].map(({ baseUrl }) => baseUrl))
          const code = await leaving.stop()
          if (code !== 0) faults.push(`an old process ended with ${code}`)
        }
        await sleep(500)
        const { written, failed, faults: ofLoad } = await load.end(own.db)
        const { rows } = await own.pool.query(
          `select 1 from information_schema.columns where column_name = 'next_release'`,
        )
        if (rows.length !== 1) faults.push('the migration was not applied')
        faults.push(...ofLoad)
        const figure = `${load.count().toLocaleString('en')} requests while both were replaced, ${failed} failed; ${written} writes stored`
        return toVerdict(figure, faults, written > 0)
      } finally {
        await load.end(own.db)
        for (const server of fresh) server.child.kill('SIGKILL')
        next.remove()
      }
    }),
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
