import { setTimeout as sleep } from 'node:timers/promises'
import { createDatabase } from '#server/platform/db/client.ts'
import { readEnv } from '#server/platform/env.ts'
import { OutgoingError } from '#server/platform/outgoing/outgoing.ts'
import { setRuntime } from '#server/platform/runtime/runtime.ts'
import { delayMs, openWriter } from './open-writer.ts'

// Writes what waits for a connection again and again, until it is killed: `run-writer.ts DATABASE SECRET CONNECTION RUN`.
const [url = '', secret = '', connectionId = '', first = '0'] = process.argv.slice(2)
const { db, pool } = createDatabase(url, { poolSize: 2 })
setRuntime({ env: readEnv({ NODE_ENV: 'test', HINDSIGHT_PLAIN_HOSTS: '127.0.0.1' }), db, pool, secret })
const writer = await openWriter(db, connectionId)
process.stdout.write('up\n')
for (let run = Number(first); ; run += 1) {
  try {
    await writer.run({ now: new Date(Date.now() + run * delayMs) })
  } catch (error) {
    if (!(error instanceof OutgoingError)) throw error
  }
  await sleep(20)
}
