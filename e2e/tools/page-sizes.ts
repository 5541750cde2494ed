import { gzipSync } from 'node:zlib'
import { withDemoBrowser } from '../demo-browser.ts'
import { signIn } from '../sign-in.ts'
import { everyPage } from './main-pages.ts'

/** Kilobytes of compressed script that a page may load. */
const goal = 235

// The script that each page loads, compressed, in kB. Ends with 1 when a page is over the goal.
await withDemoBrowser(async (browser, baseUrl) => {
  let isOver = false
  for (const path of everyPage) {
    const context = await browser.newContext()
    if (path !== '/sign-in') await signIn(context, baseUrl, 'admin')
    const page = await context.newPage()
    const sizes = new Map<string, Promise<number>>()
    page.on('response', (response) => {
      if (response.request().resourceType() !== 'script') return
      sizes.set(
        response.url(),
        response.body().then((body) => gzipSync(body).length),
      )
    })
    await page.goto(`${baseUrl}${path}`)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.waitForLoadState('networkidle')
    const total = (await Promise.all(sizes.values())).reduce((sum, size) => sum + size, 0) / 1000
    if (total > goal) isOver = true
    console.log(`${total.toFixed(0).padStart(5)} kB ${total > goal ? 'over ' : '     '} ${path}`)
    await context.close()
  }
  console.log(`Goal: ${goal} kB`)
  if (isOver) process.exitCode = 1
})
