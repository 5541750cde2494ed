import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { blocksToRun, makeWorkFolder } from '#server/cli/testing-documents.ts'
import { withOwnServer } from '../own-server.ts'
import { projectDir } from '../server-process.ts'
import { expect, test } from './call-api.ts'

/** What a block takes for granted. */
const incidents = 'number,short_description,state,opened_at\nINC7700001,Checkout is slow,new,2026-03-10 09:00:00\n'

for (const block of blocksToRun('run: server')) {
  test(`${block.place} runs against the demo`, async ({ world }) => {
    const { folder, remove } = makeWorkFolder()
    writeFileSync(join(folder, 'incidents.csv'), incidents)
    try {
      const run: Parameters<typeof withOwnServer>[1] = async ({ server, tokens, databaseUrl }) => {
        // The ledger begins within seconds of the first entry of the history.
        await expect.poll(async () => (await fetch(`${server.baseUrl}/api/ledger/v1/checkpoint`)).status).toBe(200)
        const commands = block.text.replaceAll(
          /http:\/\/localhost:3000|https:\/\/hindsight\.example\.org/g,
          server.baseUrl,
        )
        const child = spawn('sh', ['-euc', commands], {
          cwd: folder,
          env: {
            ...process.env,
            CURL_HOME: folder,
            DATABASE_URL: databaseUrl,
            TOKEN: tokens.itsm.write,
            APP_TOKEN: tokens.app.viewer,
            PATH: `${join(projectDir, 'node_modules', '.bin')}:${process.env.PATH}`,
          },
          stdio: ['ignore', 'pipe', 'pipe'],
        })
        const closed = once(child, 'close')
        const [output, errors] = await Promise.all([text(child.stdout), text(child.stderr)])
        const [code] = await closed
        expect({ code, output, errors }).toMatchObject({ code: 0 })
      }
      await withOwnServer(world, run, { HINDSIGHT_JOBS: 'on' })
    } finally {
      remove()
    }
  })
}
