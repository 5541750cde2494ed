import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright'
import { pagePaths } from '#lib/domain/page-paths.ts'
import { withDemoBrowser, withEmptyBrowser } from '../demo-browser.ts'
import { projectDir } from '../server-process.ts'
import { signIn } from '../sign-in.ts'
import { mainPages } from './main-pages.ts'

// Pictures of the main pages for the README, from the demo data.
const exampleExport = [
  'Number;Summary;State;Work start;Work end;Assignee;Priority',
  'CHG0050001;Renew the certificate of the payment gateway;Closed;25-10-2026 22:00;25-10-2026 22:25;Noor Haddad;2',
  'CHG0050002;Upgrade PostgreSQL to version 18;Implementing;02-11-2026 21:00;;Tomas Berg;1',
  'CHG0050003;Move the file share to new storage;Review;31-10-2026 06:00;31-10-2026 09:40;Noor Haddad;3',
].join('\n')

const folder = join(projectDir, 'public', 'screenshots')
mkdirSync(folder, { recursive: true })

async function takePicture(page: Page, url: string, name: string): Promise<void> {
  await page.goto(url)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.evaluate(() => document.fonts.ready)
  await page.screenshot({ path: join(folder, `${name}.png`) })
  console.log(`public/screenshots/${name}.png`)
}

await withDemoBrowser(async (browser, baseUrl) => {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, colorScheme: 'light' })
  await signIn(context, baseUrl, 'manager')
  const page = await context.newPage()
  for (const [name, path] of Object.entries(mainPages)) {
    await takePicture(page, `${baseUrl}${path}`, name)
  }
  await page.goto(`${baseUrl}${pagePaths.imports}`)
  const export_ = { name: 'changes.csv', mimeType: 'text/csv', buffer: Buffer.from(exampleExport) }
  await page.getByLabel('Choose a file to import').setInputFiles(export_)
  await page.getByRole('region', { name: 'First records' }).waitFor()
  await page.screenshot({ path: join(folder, 'import.png') })
  console.log('public/screenshots/import.png')
  await signIn(context, baseUrl, 'admin')
  for (const [name, path] of Object.entries({ settings: pagePaths.organisation, system: pagePaths.system })) {
    await takePicture(page, `${baseUrl}${path}`, name)
  }
})

await withEmptyBrowser(async (browser, baseUrl) => {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 }, colorScheme: 'light' })
  await takePicture(page, `${baseUrl}${pagePaths.setup}`, 'setup')
})
