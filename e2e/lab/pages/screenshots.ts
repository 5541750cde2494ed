import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { withDemoBrowser } from '#e2e/support/demo-browser.ts'
import { mainPages } from '#e2e/support/main-pages.ts'
import { projectDir } from '#e2e/support/server-process.ts'
import { signIn } from '#e2e/support/sign-in.ts'
import { answerHelp } from '#server/cli/answer-help.mjs'

answerHelp(`Usage: npm run screenshots [-- NAME --to FOLDER]
Takes the pictures of the README from the demo data.`)
const { values, positionals } = parseArgs({ options: { to: { type: 'string' } }, allowPositionals: true })
const pictures = ['today', 'change', 'review', 'insights'].filter((name) => name.includes(positionals[0] ?? ''))

const folder = values.to ?? join(projectDir, 'public', 'screenshots')
mkdirSync(folder, { recursive: true })

await withDemoBrowser(async (browser, baseUrl) => {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, colorScheme: 'light' })
  await signIn(context, baseUrl, 'manager')
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  for (const name of pictures) {
    await page.goto(`${baseUrl}${mainPages[name as keyof typeof mainPages]}`)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.evaluate(() => document.fonts.ready)
    // Chromium writes WebP, a third of the size of PNG, which Playwright does not offer.
    const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality: 85 })
    const file = join(folder, `${name}.webp`)
    writeFileSync(file, data, 'base64')
    console.log(file)
  }
})
