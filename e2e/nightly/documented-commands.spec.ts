import { expect, test } from '#e2e/api/call-api.ts'
import { withOwnServer } from '#e2e/support/own-server.ts'
import { listBlocksToRun, runCommands } from '#server/cli/testing-documents.ts'

/** The incidents that the blocks use. */
const incidents = 'number,short_description,state,opened_at\nINC7700001,Checkout is slow,new,2026-03-10 09:00:00\n'

test('the commands of the documents run against the demo', async ({ world }) => {
  const run: Parameters<typeof withOwnServer>[1] = async ({ server, tokens, databaseUrl }) => {
    // The ledger begins within seconds of the first entry of the history.
    await expect.poll(async () => (await fetch(`${server.baseUrl}/api/ledger/v1/checkpoint`)).status).toBe(200)
    const env = { DATABASE_URL: databaseUrl, TOKEN: tokens.itsm.write, APP_TOKEN: tokens.app.viewer }
    const blocks = listBlocksToRun('run: server')
    expect(blocks.length).toBeGreaterThan(2)
    for (const { place, text } of blocks) {
      const commands = text.replaceAll(/http:\/\/localhost:3000|https:\/\/hindsight\.example\.org/g, server.baseUrl)
      const ran = await test.step(place, () => runCommands(commands, env, { 'incidents.csv': incidents }))
      expect(ran, place).toMatchObject({ code: 0 })
    }
  }
  await withOwnServer(world, run, { HINDSIGHT_JOBS: 'on' })
})
