import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'csv-parse/sync'
import { withOwnServer } from '#e2e/support/own-server.ts'
import { withFolder } from '#e2e/support/resources.ts'
import { expect, test } from './call-api.ts'

type Rows = readonly Readonly<Record<string, unknown>>[]

/** The records of a workbook as LibreOffice reads them. */
const openWorkbook = (workbook: Uint8Array): Promise<Rows> =>
  withFolder('workbook', (folder) => {
    const file = join(folder, 'list.xlsx')
    writeFileSync(file, workbook)
    const profile = `-env:UserInstallation=file://${join(folder, 'profile')}`
    const args = [profile, '--headless', '--convert-to', 'csv', '--outdir', folder, file]
    expect(spawnSync('soffice', args, { encoding: 'utf8', timeout: 120_000 })).toMatchObject({ status: 0 })
    return parse(readFileSync(join(folder, 'list.csv')), { columns: true })
  })

for (const [path, number, date] of [
  ['/api/v1/products', 'price', null],
  ['/api/itsm/v1/incidents', 'priority_level', 'opened_at'],
] as const) {
  test(`LibreOffice finds the records, sums and moments of ${path}`, async ({ world }) => {
    test.skip(spawnSync('soffice', ['--version']).status !== 0, 'apt-get install libreoffice-calc')
    await withOwnServer(world, async ({ server, signInAs }) => {
      const headers = await signInAs('viewer')
      const get = (format: string) => fetch(`${server.baseUrl}${path}?format=${format}`, { headers })
      const lines = (await (await get('ndjson')).text()).trimEnd().split('\n')
      const expected: Rows = lines.map((line) => JSON.parse(line))
      const opened = await openWorkbook(await (await get('xlsx')).bytes())
      expect(opened).toHaveLength(expected.length)
      const sumColumn = (rows: Rows) => rows.reduce((sum, row) => sum + Number(row[number] ?? 0), 0)
      expect(sumColumn(opened)).toBeCloseTo(sumColumn(expected), 2)
      if (date === null) return
      const moments = expected.map((row) => String(row[date]).slice(0, 19).replace('T', ' '))
      expect(opened.map((row) => row[`${date} (UTC)`])).toEqual(moments)
    })
  })
}
