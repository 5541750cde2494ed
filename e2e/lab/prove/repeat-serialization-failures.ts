import { makeTokens } from '#e2e/make-tokens.ts'
import { withOwnDatabase } from '#e2e/own-server.ts'
import { startServer } from '#e2e/server-process.ts'
import { seedDemoData } from '#server/demo/seed.ts'
import { executeOn } from '#server/platform/db/databases.ts'
import type { Claim } from './claim.ts'

const levels = ['serializable', 'repeatable read'] as const
const [rounds, atOnce, records] = [10, 40, 4]

export const repeatSerializationFailures: Claim = {
  name: 'repeat-serialization-failures',
  claim: 'Simultaneous writes to the same records all succeed, whatever isolation the database has by default',
  prove: (ground) =>
    withOwnDatabase(ground, async (url, db) => {
      await seedDemoData(db, new Date())
      const { itsm } = await makeTokens(db)
      const faults: string[] = []
      const write = async (baseUrl: string, n: number) => {
        const { status } = await fetch(`${baseUrl}/api/itsm/v1/changes/CHG099000${n % records}`, {
          method: 'PUT',
          headers: { authorization: `Bearer ${itsm.write}`, 'content-type': 'application/json' },
          body: JSON.stringify({ title: `Written ${n}`, state: 'implement' }),
        })
        if (status >= 300) faults.push(`write ${n}: ${status}`)
      }
      for (const level of levels) {
        await executeOn(
          url,
          `alter database ${new URL(url).pathname.slice(1)} set default_transaction_isolation = '${level}'`,
        )
        const server = await startServer('production', { ...ground.serverEnv, DATABASE_URL: url })
        try {
          for (let round = 0; round < rounds; round += 1)
            await Promise.all(Array.from({ length: atOnce }, (_, n) => write(server.baseUrl, round * atOnce + n)))
        } finally {
          await server.stop()
        }
      }
      const figure = `${levels.length * rounds * atOnce} writes, ${atOnce} at once to ${records} changes, at ${levels.join(' and ')}: ${faults.length} failed`
      return { figure, isProven: faults.length === 0, faults }
    }),
}
