import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { request as requests } from 'playwright/test'
import { type Role, roles } from '#lib/contracts/endpoint.ts'
import { pagePaths } from '#lib/domain/page-paths.ts'
import { createAccount, updateAccount } from '#server/platform/auth/account-commands.ts'
import { findAccountByEmail } from '#server/platform/auth/account-queries.ts'
import type { Database } from '#server/platform/db/client.ts'
import { startServer } from '../server-process.ts'
import { signInWith } from '../sign-in.ts'
import { openScaleDatabases } from './scale/scale-databases.ts'
import { median } from './statistics.ts'

// `npm run bench:pages [-- --size 1000000 --rounds 5 --only TEXT]`: fills a database, once, and prints the time of the
// server for each page as each role.
const { values } = parseArgs({
  options: {
    size: { type: 'string', default: '1000000' },
    rounds: { type: 'string', default: '5' },
    only: { type: 'string', default: '' },
  },
})
const goalMs = 300
const lastYear = '?from=2025-11-21&to=2026-11-20'
const change = 'CHG00123456'

const pages: Readonly<Record<string, string>> = {
  Today: pagePaths.start,
  'Today, its data': '/api/app/v1/worklist',
  Queue: pagePaths.changes,
  'Queue by title': `${pagePaths.changes}?sort=title`,
  Change: pagePaths.change(change),
  Incidents: pagePaths.incidents,
  'Incidents, filtered': `${pagePaths.incidents}?query=${encodeURIComponent('priority_level = 1 AND state = in_progress')}`,
  Incident: pagePaths.incident('INC00123456'),
  Improvements: pagePaths.improvements,
  Insights: pagePaths.insights,
  'Insights, 12 months': `${pagePaths.insights}${lastYear}`,
  Knowledge: pagePaths.knowledge,
  Users: pagePaths.users,
  Notifications: pagePaths.notifications,
  History: pagePaths.history,
  Accounts: pagePaths.accounts,
  Leavers: pagePaths.leavers,
  System: pagePaths.system,
}

const report = (step: string) => process.stderr.write(`${step}\n`)
const { databases, stop } = await openScaleDatabases([Number(values.size)], report)
const dataDir = mkdtempSync(join(tmpdir(), 'hindsight-bench-pages-'))
try {
  const [database] = databases
  if (!database) throw new Error('No database was filled.')
  const server = await startServer('production', {
    DATABASE_URL: database.url,
    HINDSIGHT_DATA_DIR: dataDir,
    HINDSIGHT_SECRET: randomUUID() + randomUUID(),
    HINDSIGHT_JOBS: 'off',
    HINDSIGHT_RATE_LIMIT: '1000000',
  })
  try {
    const sessions = await Promise.all(roles.map((role) => signInAs(database.db, server.baseUrl, role)))
    console.log(
      `${''.padEnd(22)}${roles.map((role) => role.padStart(10)).join('')}   ms, median of ${values.rounds} (first)`,
    )
    for (const [name, path] of Object.entries(pages).filter(([page]) => page.includes(values.only))) {
      const cells: string[] = []
      for (const headers of sessions)
        cells.push(await measure(`${server.baseUrl}${path}`, headers, Number(values.rounds)))
      console.log(`${name.padEnd(22)}${cells.map((cell) => cell.padStart(14)).join('')}`)
    }
    console.log(`Goal: ${goalMs} ms.`)
  } finally {
    await server.stop()
  }
} finally {
  rmSync(dataDir, { recursive: true, force: true })
  await stop()
}

async function measure(url: string, headers: Record<string, string>, rounds: number): Promise<string> {
  const times: number[] = []
  let status = 0
  for (let round = 0; round <= rounds; round += 1) {
    const began = performance.now()
    const response = await fetch(url, { headers, redirect: 'manual' })
    await response.arrayBuffer()
    times.push(performance.now() - began)
    status = response.status
  }
  const [first = 0, ...later] = times
  const time = median(later)
  return status === 200 ? `${time.toFixed(0)} (${first.toFixed(0)})${time > goalMs ? '!' : ' '}` : String(status)
}

/** The headers of a session of an account of its own with a role. */
async function signInAs(db: Database, baseUrl: string, role: Role): Promise<Record<string, string>> {
  const ctx = {
    db,
    actor: { kind: 'system', id: 'bench', name: 'bench' } as const,
    now: new Date(),
    requestId: 'bench',
  }
  const [email, password] = [`bench-${role}@hindsight.example`, randomUUID()]
  const known = await findAccountByEmail(db, email)
  if (known) await updateAccount(ctx, known.id, { password })
  else await createAccount(ctx, { email, name: `Bench ${role}`, role, password })
  const context = await requests.newContext()
  await signInWith(context, baseUrl, { email, password })
  const { cookies } = await context.storageState()
  await context.dispose()
  return { cookie: cookies.map(({ name, value }) => `${name}=${value}`).join('; ') }
}
