import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, test } from '#e2e/api/call-api.ts'
import { withOwnServer } from '#e2e/support/own-server.ts'
import { projectDir } from '#e2e/support/server-process.ts'
import { type Block, listBlocksToRun, makeWorkFolder } from '#server/cli/testing-documents.ts'

/** The incidents that the blocks use. */
const incidents = 'number,short_description,state,opened_at\nINC7700001,Checkout is slow,new,2026-03-10 09:00:00\n'

test('the commands of the documents run against the demo', async ({ world }) => {
  const run: Parameters<typeof withOwnServer>[1] = async ({ server, tokens, databaseUrl }) => {
    // The ledger begins within seconds of the first entry of the history.
    await expect.poll(async () => (await fetch(`${server.baseUrl}/api/ledger/v1/checkpoint`)).status).toBe(200)
    const runBlock = async ({ text: block }: Block) => {
      const { folder, remove } = makeWorkFolder()
      writeFileSync(join(folder, 'incidents.csv'), incidents)
      const commands = block.replaceAll(/http:\/\/localhost:3000|https:\/\/hindsight\.example\.org/g, server.baseUrl)
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
      remove()
      expect({ code, output, errors }).toMatchObject({ code: 0 })
    }
    const blocks = listBlocksToRun('run: server')
    expect(blocks.length).toBeGreaterThan(2)
    for (const block of blocks) await test.step(block.place, () => runBlock(block))
  }
  await withOwnServer(world, run, { HINDSIGHT_JOBS: 'on' })
})
