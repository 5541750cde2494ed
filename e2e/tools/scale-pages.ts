import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, type BrowserContext, chromium } from 'playwright'
import { openScaleDatabases, type ScaleDatabase } from '#e2e/bench/scale/scale-databases.ts'
import { createAccount, updateAccount } from '#server/platform/auth/account-commands.ts'
import { findAccountByEmail } from '#server/platform/auth/account-queries.ts'
import type { Context } from '#server/platform/runtime/context.ts'
import { chromiumLaunchOptions } from '../chromium.ts'
import { startServer } from '../server-process.ts'
import { signInWith } from '../sign-in.ts'

/** A browser signed in to a server whose longest lists have `size` rows. */
export type ScaleSide = { readonly size: number; readonly baseUrl: string; readonly context: BrowserContext }

/** Runs `work` with a production server for each size, on the databases of `npm run bench:scale`, which are filled once. */
export async function withScalePages(sizes: readonly number[], work: (sides: ScaleSide[]) => Promise<void>) {
  const { databases, stop } = await openScaleDatabases(sizes, (step) => process.stderr.write(`${step}\n`))
  const dataDir = mkdtempSync(join(tmpdir(), 'hindsight-scale-pages-'))
  const ends: (() => Promise<unknown>)[] = [stop, async () => rmSync(dataDir, { recursive: true, force: true })]
  try {
    const browser = await chromium.launch(await chromiumLaunchOptions())
    ends.unshift(() => browser.close())
    const sides: ScaleSide[] = []
    for (const database of databases) {
      const server = await startServer('production', {
        DATABASE_URL: database.url,
        HINDSIGHT_DATA_DIR: dataDir,
        HINDSIGHT_SECRET: randomUUID() + randomUUID(),
        HINDSIGHT_JOBS: 'off',
        HINDSIGHT_RATE_LIMIT: '1000000',
      })
      ends.unshift(() => server.stop())
      sides.push(await openSide(browser, server.baseUrl, database))
    }
    await work(sides)
  } finally {
    for (const end of ends) await end()
  }
}

async function openSide(browser: Browser, baseUrl: string, { size, db }: ScaleDatabase): Promise<ScaleSide> {
  const actor = { kind: 'system', id: 'page-speed', name: 'page-speed' } as const
  const ctx: Context = { db, actor, now: new Date(), requestId: 'page-speed' }
  const [email, password] = ['page-speed@hindsight.example', randomUUID()]
  const known = await findAccountByEmail(db, email)
  if (known) await updateAccount(ctx, known.id, { password })
  else await createAccount(ctx, { email, name: 'Page speed', role: 'manager', password })
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
  await signInWith(context.request, baseUrl, { email, password })
  return { size, baseUrl, context }
}
