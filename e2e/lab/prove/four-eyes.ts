import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { databaseUrl, dropDatabase, executeOn } from '#server/platform/db/databases.ts'
import type { SearchedSeed, SeedSearch } from '../four-eyes/search-seeds.ts'
import { type Claim, type Ground, verdictOf } from './claim.ts'

/** Histories of one seed, and the threads that share the seeds. */
const [runs, threads] = [250, 2]

export const fourEyes: Claim = {
  name: 'four-eyes',
  claim:
    'whatever six people, tokens, imports, connections and a tracker do, also at the same time, nobody alone ends a review that ever required a signature, and nobody verifies an action in which they took part',
  async prove(ground, { isQuick }) {
    const seeds = Array.from({ length: (isQuick ? 500 : 20_000) / runs }, (_, index) => index + 1)
    const started = Date.now()
    const faults: string[] = []
    let searched = 0
    const report = ({ seed, breach }: SearchedSeed) => {
      searched += 1
      if (breach !== null) faults.push(breach)
      const perSecond = (searched * runs * 1000) / (Date.now() - started)
      console.error(`  seed ${seed}, ${searched} of ${seeds.length}, ${perSecond.toFixed(1)} histories a second`)
    }
    const shares = Array.from({ length: threads }, (_, thread) => seeds.filter((seed) => seed % threads === thread))
    await Promise.all(shares.map((share) => searchIn(ground, share, report)))
    const histories = (seeds.length * runs).toLocaleString('en')
    const found = faults.length === 0 ? 'none breaks the rule' : `${faults.length} seeds break the rule`
    return verdictOf(`${histories} random histories: ${found}`, faults)
  },
}

/** Searches seeds in a thread, which has a database of its own. */
async function searchIn(ground: Ground, seeds: readonly number[], report: (seed: SearchedSeed) => void): Promise<void> {
  const name = `hindsight_eyes_${randomBytes(5).toString('hex')}`
  await executeOn(ground.databaseUrl, `create database ${name} template template0`)
  try {
    const workerData: SeedSearch = { databaseUrl: databaseUrl(ground.databaseUrl, name), seeds, runs }
    const thread = new Worker(new URL('../four-eyes/search-seeds.ts', import.meta.url), { workerData })
    thread.on('message', report)
    await once(thread, 'exit')
  } finally {
    await dropDatabase(ground.databaseUrl, name)
  }
}
