import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { makeTemporaryFolder } from '#server/cli/temporary-folder.mjs'
import { restoreBackup } from '#server/platform/db/backup/restore-backup.ts'
import { writeBackup } from '#server/platform/db/backup/write-backup.ts'
import { migrateDatabase } from '#server/platform/db/migrate/migrate.ts'
import { createTestDatabase } from '#server/platform/db/testing.ts'
import { queueMail } from '#server/platform/mail/queue-mail.ts'
import { testContext } from '#server/platform/runtime/testing-context.ts'
import type { Job } from './job.ts'
import { runJobs } from './run-jobs.ts'

const jobs: readonly Job[] = [{ name: 'do-nothing', cron: '0 0 1 1 *', run: async () => {} }]

async function makeDatabase() {
  const database = await createTestDatabase({ pipeline: false })
  onTestFinished(() => database.drop())
  return database
}

test('a backup omits jobs, and a restore keeps those of the target', async () => {
  const source = await makeDatabase()
  const target = await makeDatabase()
  const file = join(makeTemporaryFolder('hindsight-jobs-'), 'all.backup')
  const mail = {
    recipient: 'ada@hindsight.example',
    topic: 'question',
    subject: 'Q',
    content: { lead: 'L' },
  } as const
  for (const database of [source, target]) {
    const running = await runJobs(database, { jobs })
    await running.boss.send('do-nothing')
    await queueMail(testContext(database.db), [mail])
    await running.stop()
  }
  const listMails = async ({ pool }: typeof source) => (await pool.query('select id from mails')).rows

  await writeBackup(source.pool, file, { created: new Date() })
  await restoreBackup(target.pool, file, { mayReplace: true })
  expect(await listMails(target)).toEqual(await listMails(source))
  expect(await migrateDatabase(target.pool)).toEqual([])
  const again = await runJobs(target, { jobs })
  expect(await again.boss.getSchedules()).toMatchObject([{ name: 'do-nothing', cron: '0 0 1 1 *' }])
  await again.stop()
})
