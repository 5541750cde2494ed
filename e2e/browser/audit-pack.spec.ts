import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import type { Page } from 'playwright/test'
import { expect, expectAccessible, test } from '#e2e/support/fixtures.ts'
import { sendOwn } from '#e2e/support/own-review.ts'
import { signIn } from '#e2e/support/sign-in.ts'

/** Saves the pack of the audit on the current page. */
async function savePack(page: Page, file: string): Promise<void> {
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Evidence pack' }).click()
  await (await download).saveAs(file)
}

test('an auditor takes the evidence packs of two times and compares them offline', async ({
  page,
  context,
  onOwnServer,
}) => {
  const folder = await mkdtemp(join(tmpdir(), 'hindsight-packs-'))
  const [old, next, forged] = ['2026.zip', '2027.zip', 'forged.zip'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ]
  const open = async (name: string) => page.goto(pathToFileURL(join(folder, 'pack', name)).href)
  try {
    await onOwnServer(
      async ({ server, pool }) => {
        await signIn(context, server.baseUrl, 'auditor')
        const count = async (query: string) => Number((await pool.query(query)).rows[0]?.count ?? 0)
        const readSize = () => count('select size as count from ledgers')
        const audit = { name: 'A small audit', from: '1970-01-01', to: '2100-12-31', method: 'random', size: 2 }
        const made = await sendOwn(page.request, 'POST', `${server.baseUrl}/api/app/v1/audits`, audit)
        await sendOwn(page.request, 'POST', `${server.baseUrl}/api/app/v1/audits/${made.id}/draw`, {})
        await expect.poll(() => count('select count(*) from ledger_pending')).toBe(0)
        await page.goto(`${server.baseUrl}/insights/audits/${made.id}`)
        const size = await readSize()
        await savePack(page, old)
        // The download becomes an entry of the history, which the next pack contains.
        await expect.poll(readSize).toBeGreaterThan(size)
        await savePack(page, next)
        const whole = await readSize()
        // An administrator rewrites an entry, and the job rebuilds the ledger from it with the key of the server.
        // The lock is the job's, which may be at work.
        await pool.query(`
          select pg_advisory_xact_lock(hashtext('ledger'));
          update audit_events set actor_name = 'Nobody' where id = (select record_id from ledger_leaves where index = 3);
          insert into ledger_pending (record_id, kind) select record_id, kind from ledger_leaves where index >= 3;
          delete from ledger_leaves where index >= 3;
          delete from ledger_nodes;
          update ledgers set size = 3`)
        await expect.poll(readSize).toBeGreaterThanOrEqual(whole)
        await savePack(page, forged)
      },
      { HINDSIGHT_JOBS: 'on' },
    )
    await promisify(execFile)('unzip', ['-q', old, '-d', join(folder, 'pack')])

    await open('index.html')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^A small audit/)
    await expect(page.getByRole('table').getByRole('row')).toHaveCount(3)
    await expectAccessible(page)

    await page.getByRole('link', { name: 'verify.html' }).click()
    await expectAccessible(page)
    const compare = async (earlier: string, later: string) => {
      await page.getByLabel('Earlier pack').setInputFiles(earlier)
      await page.getByLabel('Later pack').setInputFiles(later)
      await page.getByRole('button', { name: 'Verify' }).click()
    }
    const result = page.getByRole('status')
    await compare(old, next)
    await expect(result).toContainText('The history of Later (2027.zip) begins with that of Earlier (2026.zip)')
    await expect(result.getByRole('heading')).toHaveText(['Proven'])
    await expectAccessible(page)
    await compare(old, forged)
    await expect(result.getByRole('heading')).toHaveText(['Not as it was', 'Proven'])
    await expect(result).toContainText(/does not begin with .*: record 3.* is the first that differs\./)
    await expectAccessible(page)
    await page.getByLabel('Key of the ledger').fill('another key')
    await compare(old, next)
    await expect(result).toContainText('A verifier key is name+id+key')
  } finally {
    await rm(folder, { recursive: true })
  }
})
