import lighthouse from 'lighthouse'
import { chromium } from 'playwright'
import { findLaunchOptions } from '#e2e/support/chromium.ts'
import { mainPages } from '#e2e/support/main-pages.ts'
import { withFolder } from '#e2e/support/resources.ts'
import { freePort } from '#e2e/support/server-process.ts'
import { signIn } from '#e2e/support/sign-in.ts'

/** The lowest acceptable score of each category, of 100. */
const goals: ReadonlyMap<string, number> = new Map([
  ['performance', 97],
  ['accessibility', 100],
  ['best-practices', 100],
])

/**
 * Prints Lighthouse's scores of the main pages with its mobile preset: a slow phone on slow 4G, with an empty cache.
 * The best of the rounds counts: other work only slows a page down. Returns how many pages miss a goal.
 */
export async function measureLighthouse(baseUrl: string, rounds: number, only: string): Promise<number> {
  const port = await freePort()
  return withFolder('lighthouse', async (profile) => {
    const options = await findLaunchOptions()
    // Lighthouse opens its page in the profile of the browser, where the session must be.
    const context = await chromium.launchPersistentContext(profile, {
      ...options,
      args: [...(options.args ?? []), `--remote-debugging-port=${port}`],
    })
    try {
      await signIn(context, baseUrl, 'admin')
      console.log(`Lighthouse, mobile preset, best of ${rounds}: ${[...goals.keys()].join(' / ')}`)
      let missed = 0
      for (const [name, path] of Object.entries(mainPages).filter(([name]) => name.includes(only))) {
        const results: Awaited<ReturnType<typeof audit>>[] = []
        for (let round = 0; round < rounds; round += 1) results.push(await audit(`${baseUrl}${path}`, port))
        const { scores, shift } = results.reduce((a, b) => (sum(b.scores) > sum(a.scores) ? b : a))
        const isMissed = [...goals.values()].some((goal, category) => (scores[category] ?? 0) < goal)
        if (isMissed) missed += 1
        console.log(
          `  ${scores.join(' / ').padEnd(16)}${name.padEnd(14)}shift ${shift}${isMissed ? ': below the goal' : ''}`,
        )
      }
      console.log(`Goals: ${[...goals.values()].join(' / ')}`)
      return missed
    } finally {
      await context.close()
    }
  })
}

/** The scores in the order of the goals, and how much the page shifts. */
async function audit(url: string, port: number) {
  const result = await lighthouse(url, { port, onlyCategories: [...goals.keys()], logLevel: 'error' })
  if (!result || result.lhr.runtimeError) {
    throw new Error(`Lighthouse cannot read ${url}: ${result?.lhr.runtimeError?.message ?? 'no result'}`)
  }
  const { categories, audits, finalDisplayedUrl } = result.lhr
  if (finalDisplayedUrl !== url) throw new Error(`Lighthouse was led from ${url} to ${finalDisplayedUrl}.`)
  return {
    scores: [...goals.keys()].map((category) => Math.round((categories[category]?.score ?? 0) * 100)),
    shift: audits['cumulative-layout-shift']?.displayValue ?? '?',
  }
}

const sum = (scores: readonly number[]) => scores.reduce((total, score) => total + score, 0)
