import { withDemoBrowser } from '#e2e/demo-browser.ts'
import { signIn } from '#e2e/sign-in.ts'
import { everyPage } from './main-pages.ts'
import { countScripts, scriptGoal } from './script-size.ts'

// `npm run page-sizes [-- TEXT]`: compressed script in kB of each page whose path contains TEXT. Exit code 1 if one exceeds
// the goal.
const [only = ''] = process.argv.slice(2)
await withDemoBrowser(async (browser, baseUrl) => {
  let isOver = false
  for (const path of everyPage.filter((path) => path.includes(only))) {
    const context = await browser.newContext()
    if (path !== '/sign-in') await signIn(context, baseUrl, 'admin')
    const page = await context.newPage()
    const scriptSize = countScripts(page)
    await page.goto(`${baseUrl}${path}`)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.waitForLoadState('networkidle')
    const total = await scriptSize()
    if (total > scriptGoal) isOver = true
    console.log(`${total.toFixed(0).padStart(5)} kB ${total > scriptGoal ? 'over ' : '     '} ${path}`)
    await context.close()
  }
  console.log(`Goal: ${scriptGoal} kB`)
  if (isOver) process.exitCode = 1
})
