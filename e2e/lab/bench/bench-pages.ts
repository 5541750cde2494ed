import { randomUUID } from 'node:crypto'
import { loadavg } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import type { Pool } from 'pg'
import type { Browser, BrowserContext } from 'playwright'
import { launchChromium } from '#e2e/support/chromium.ts'
import { withServer } from '#e2e/support/own-server.ts'
import { withConnection, withFolder } from '#e2e/support/resources.ts'
import { signInWith } from '#e2e/support/sign-in.ts'
import { type Role, roles } from '#lib/contracts/endpoint.ts'
import { pagePaths } from '#lib/domain/page-paths.ts'
import { answerHelp } from '#server/cli/answer-help.mjs'
import { updateAccount } from '#server/platform/auth/account-commands.ts'
import type { Database } from '#server/platform/db/client.ts'
import { getParent, processorTime } from './process-usage.ts'
import { report, withScaleDatabase } from './scale-database.ts'

answerHelp(`Usage: npm run bench:pages [-- --rounds 5 | --smallest]
Fills a database, once, and measures each page as each role. Exit code 1 above a limit; --smallest tries one page.`)
const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '5' },
    smallest: { type: 'boolean', default: false },
  },
})
const { size, rounds, only } = values.smallest
  ? { size: 1000, rounds: 1, only: 'Today' }
  : { size: 1_000_000, rounds: Number(values.rounds), only: '' }
/** Milliseconds between two pages, as between those of a person: as long as the service lets others go first. */
const pause = 300

/**
 * Milliseconds of a page. `work`: processor time of the service and its database after a commit, which other work on
 * the machine does not increase; `first` and `again`: the response then, and again with nothing committed since;
 * `shown`: in the browser, after a commit, until the largest paint and the last response with data.
 */
type PageTimes = { readonly work: number; readonly first: number; readonly again: number; readonly shown: number }
const limits: Readonly<Record<string, number>> = { work: 300, shown: 1000 }
/** Insights read changes of two periods, in two processes of PostgreSQL; Knowledge counts values of all articles. */
const longer: Readonly<Record<string, typeof limits>> = {
  Knowledge: { work: 350 },
  Insights: { work: 1200 },
  'Insights, 12 months': { work: 1200 },
}

const change = 'CHG00123456'
const pages: Readonly<Record<string, string>> = {
  Today: pagePaths.start,
  Queue: pagePaths.changes,
  'Queue by title': `${pagePaths.changes}?sort=title`,
  'Queue, searched': `${pagePaths.changes}?q=upgrade`,
  'Unrecorded changes': pagePaths.unrecordedChanges,
  Change: pagePaths.change(change),
  'Plan of a review': pagePaths.review(change, 'plan'),
  Report: pagePaths.report(change),
  Incidents: pagePaths.incidents,
  'Incidents, filtered': `${pagePaths.incidents}?query=${encodeURIComponent('priority_level = 1 AND state = in_progress')}`,
  'Incidents, searched': `${pagePaths.incidents}?q=timeout`,
  Incident: pagePaths.incident('INC00123456'),
  Improvements: pagePaths.improvements,
  Insights: pagePaths.insights,
  'Changes that failed': pagePaths.metric('change_failure_rate'),
  'Actions in time': pagePaths.metric('actions_in_time'),
  'Insights, 12 months': `${pagePaths.insights}?from=2025-11-21&to=2026-11-20`,
  Knowledge: pagePaths.knowledge,
  'Knowledge, searched': `${pagePaths.knowledge}?q=rollback`,
  Users: pagePaths.users,
  'Users, searched': `${pagePaths.users}?search=ada`,
  Products: pagePaths.products,
  Notifications: pagePaths.notifications,
  History: pagePaths.history,
  Accounts: pagePaths.accounts,
  Leavers: pagePaths.leavers,
  Policy: pagePaths.policy,
  'First steps': pagePaths.firstSteps,
  Imports: pagePaths.imports,
  Tokens: pagePaths.tokens,
  System: pagePaths.system,
}

type ScaleServer = {
  readonly baseUrl: string
  readonly pool: Pool
  /** Milliseconds of processor time that the service and its database have used; 0 without /proc. */
  readonly usedTime: () => number
}

/** The accounts with the most reviews, actions and notifications of their role. */
const busiest: Readonly<Record<Role, number>> = { manager: 1, admin: 2, reviewer: 3, viewer: 4, auditor: 5 }

/** A browser, signed in as the person of a role who has the most work. */
async function openAs(role: Role, browser: Browser, db: Database, baseUrl: string): Promise<BrowserContext> {
  const number = busiest[role]
  const password = randomUUID()
  const actor = { kind: 'system', id: 'bench', name: 'bench' } as const
  const ctx = { db, actor, now: new Date(), requestId: 'bench' }
  await updateAccount(ctx, `acc_${String(number).padStart(8, '0')}`, { password })
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
  await signInWith(context.request, baseUrl, { email: `user${number}@hindsight.example`, password })
  return context
}

/** Measures a production server on a filled database, without background jobs and without a limit of requests. */
const measureOn = (url: string): Promise<void> =>
  withFolder('scale-server', (dataDir) => {
    const secret = randomUUID() + randomUUID()
    const own = { DATABASE_URL: url, HINDSIGHT_DATA_DIR: dataDir, HINDSIGHT_SECRET: secret }
    return withServer({ ...own, HINDSIGHT_JOBS: 'off', HINDSIGHT_RATE_LIMIT: '1000000' }, ({ baseUrl, child }) =>
      withConnection(url, async ({ db, pool }) => {
        const browser = await launchChromium()
        try {
          const { rows } = await pool.query('select pg_backend_pid() as pid')
          const usedTime = () => processorTime(child.pid ?? 0) + processorTime(getParent(rows[0].pid))
          let over = 0
          for (const role of roles)
            over += await printTimes({ baseUrl, pool, usedTime }, role, await openAs(role, browser, db, baseUrl))
          console.log(`
ms, best of ${rounds}. work: processor time of service and database for a response after a commit; first: that response; again: the
next one; shown: in the browser, after a commit. A status alone is that of a page that the role may not see.
${over} above the limits. Load of the machine: ${loadavg()[0]?.toFixed(1)}.`)
          process.exitCode = over > 0 && !values.smallest ? 1 : 0
        } finally {
          await browser.close()
        }
      }),
    )
  })

/** Prints the times of all pages as a role; returns how many are above a limit. */
async function printTimes(server: ScaleServer, role: Role, context: BrowserContext): Promise<number> {
  const lines: Record<string, object> = {}
  let over = 0
  for (const [name, path] of Object.entries(pages).filter(([page]) => page.includes(only))) {
    report(`measuring ${name} as ${role}`)
    const times = await measure(server, context, path)
    const cells = Object.entries(times).map(([column, time]) => {
      const isOver = time > ({ ...limits, ...longer[name] }[column] ?? Infinity)
      if (isOver) over += 1
      return [column, isOver ? `${time.toFixed(0)}!` : Math.round(time)]
    })
    lines[name] = Object.fromEntries(cells)
  }
  console.log(role)
  console.table(lines)
  return over
}

/** The best times of a page; its status if it is not 200. */
async function measure(
  server: ScaleServer,
  context: BrowserContext,
  path: string,
): Promise<PageTimes | { readonly status: number }> {
  const url = `${server.baseUrl}${path}`
  const { cookies } = await context.storageState()
  const headers = { cookie: cookies.map(({ name, value }) => `${name}=${value}`).join('; ') }
  const load = async () => {
    await sleep(pause)
    const began = performance.now()
    const response = await fetch(url, { headers, redirect: 'manual' })
    await response.arrayBuffer()
    return { status: response.status, time: performance.now() - began }
  }
  // A new transaction invalidates every cached response.
  const commit = () => server.pool.query('select pg_current_xact_id()')
  const { status } = await load()
  if (status !== 200) return { status }
  const times: PageTimes[] = []
  for (let round = 0; round < rounds; round += 1) {
    await commit()
    const before = server.usedTime()
    const first = (await load()).time
    const work = server.usedTime() - before
    const again = (await load()).time
    await commit()
    await sleep(pause)
    times.push({ work, first, again, shown: await show(context, url) })
  }
  const best = (column: keyof PageTimes) => Math.min(...times.map((time) => time[column]))
  return { work: best('work'), first: best('first'), again: best('again'), shown: best('shown') }
}

/** Milliseconds from the navigation until the page shows everything. */
async function show(context: BrowserContext, url: string): Promise<number> {
  const page = await context.newPage()
  try {
    await page.goto(url, { waitUntil: 'networkidle' })
    return await page.evaluate(async () => {
      const paint = await new Promise<number>((seen) => {
        const watch = (list: PerformanceObserverEntryList) => seen(list.getEntries().at(-1)?.startTime ?? 0)
        new PerformanceObserver(watch).observe({ type: 'largest-contentful-paint', buffered: true })
      })
      const ends = performance.getEntriesByType('resource') as PerformanceResourceTiming[]
      const data = ends.filter(({ name }) => name.includes('/api/app/')).map(({ responseEnd }) => responseEnd)
      return Math.max(paint, ...data)
    })
  } finally {
    await page.close()
  }
}

await withScaleDatabase(size, ({ url }) => measureOn(url))
