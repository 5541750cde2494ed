import { makeTokens } from '#e2e/make-tokens.ts'
import { addSenderTo, senderSecret } from '#e2e/own-sender.ts'
import { withOwnDatabase, withServer } from '#e2e/own-server.ts'
import { seedDemoData } from '#server/demo/seed.ts'
import { executeOn } from '#server/platform/db/databases.ts'
import { type Claim, verdictOf } from './claim.ts'

const levels = ['serializable', 'repeatable read'] as const
const [rounds, atOnce, records] = [10, 40, 4]

const deployment = (n: number) => ({
  id: String(n),
  status: 'success',
  at: '2026-03-01T02:10:00Z',
  service: 'payments',
  environment: 'production',
})
const action = (n: number) => ({
  title: `Action ${n}`,
  source_type: 'pir',
  source_ref: 'PIR-2026-0001',
  owner: 'ines@example.org',
  target_date: '2027-01-01',
})
const importOf = (number: string) => `number,title,state\n${number},Imported,implement\n`

export const repeatSerializationFailures: Claim = {
  name: 'repeat-serialization-failures',
  claim: 'Simultaneous writes to the same records all succeed, whatever isolation the database has by default',
  prove: (ground) =>
    withOwnDatabase(ground, async (url, db) => {
      await seedDemoData(db, new Date())
      const { itsm } = await makeTokens(db)
      const faults: string[] = []
      const send = async (method: string, url: string, body: string, token = itsm.write, type = 'application/json') => {
        const headers = { authorization: `Bearer ${token}`, 'content-type': type }
        const { status } = await fetch(url, { method, headers, body })
        if (status >= 300) faults.push(`${method} ${new URL(url).pathname}: ${status}`)
      }
      const write = async (baseUrl: string, events: string, n: number) => {
        const api = `${baseUrl}/api/itsm/v1`
        const number = `CHG099000${n % records}`
        await send('PUT', `${api}/changes/${number}`, JSON.stringify({ title: `Written ${n}`, state: 'implement' }))
        await send('POST', `${baseUrl}${events}`, JSON.stringify(deployment(n)), senderSecret)
        if (n % 10 === 0) await send('POST', `${api}/improvements`, JSON.stringify(action(n)))
        if (n % 20 === 0) await send('POST', `${api}/imports?kind=changes`, importOf(number), itsm.write, 'text/csv')
      }
      for (const level of levels) {
        await executeOn(
          url,
          `alter database ${new URL(url).pathname.slice(1)} set default_transaction_isolation = '${level}'`,
        )
        await withServer({ ...ground.serverEnv, DATABASE_URL: url }, async (server) => {
          const events = await addSenderTo(server.baseUrl, 'json')
          for (let round = 0; round < rounds; round += 1)
            await Promise.all(
              Array.from({ length: atOnce }, (_, n) => write(server.baseUrl, events, round * atOnce + n)),
            )
        })
      }
      const figure = `${levels.length * rounds * atOnce} writes with events, actions and imports, ${atOnce} at once to ${records} changes, at ${levels.join(' and ')}: ${faults.length} failed`
      return verdictOf(figure, faults)
    }),
}
