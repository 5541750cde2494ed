import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'csv-parse/sync'
import { withOwnServer } from '#e2e/own-server.ts'
import { withFolder } from '#e2e/resources.ts'
import { type Claim, findProgram, notInstalled, skipped, unless, verdictOf } from './claim.ts'

type Rows = readonly Readonly<Record<string, unknown>>[]

/** Lists with a column of numbers and one of dates, as the workbook names it. */
const lists = [
  { path: '/api/v1/products', number: 'price', date: null },
  { path: '/api/itsm/v1/incidents', number: 'priority_level', date: 'opened_at' },
] as const

export const openInSpreadsheet: Claim = {
  name: 'open-in-spreadsheet',
  claim: 'LibreOffice opens the workbook of a list and finds the same records, sums and moments',
  async prove(ground) {
    if (findProgram('soffice') === undefined) return skipped(notInstalled('LibreOffice', 'libreoffice-calc'))
    return withOwnServer(ground, async ({ server, sessionOf }) => {
      const headers = await sessionOf('viewer')
      const get = (path: string) => fetch(`${server.baseUrl}${path}`, { headers })
      const faults: string[] = []
      let records = 0
      for (const { path, number, date } of lists) {
        const lines = (await (await get(`${path}?format=ndjson`)).text()).trimEnd().split('\n')
        const expected: Rows = lines.map((line) => JSON.parse(line))
        const opened = await openWorkbook(Buffer.from(await (await get(`${path}?format=xlsx`)).arrayBuffer()))
        records += opened.length
        const sums = [expected, opened].map((rows) => rows.reduce((sum, row) => sum + Number(row[number] ?? 0), 0))
        faults.push(
          ...unless(opened.length === expected.length, `${path}: ${opened.length} of ${expected.length} records`),
          ...unless(
            Math.abs((sums[0] ?? 0) - (sums[1] ?? 0)) <= 0.001,
            `${path}: the sum is ${sums[1]}, not ${sums[0]}`,
          ),
        )
        const differing = expected.filter((row, at) => date && !isSameMoment(row[date], opened[at]?.[`${date} (UTC)`]))
        faults.push(...unless(differing.length === 0, `${path}: ${differing.length} other moments`))
      }
      const figure = `${records} records in ${lists.length} workbooks, ${faults.length} faults`
      return verdictOf(figure, faults)
    })
  },
}

/** The records of a workbook as LibreOffice reads them. */
function openWorkbook(workbook: Buffer): Promise<Rows> {
  return withFolder('workbook', (folder) => {
    const [file, profile] = [join(folder, 'list.xlsx'), join(folder, 'profile')]
    writeFileSync(file, workbook)
    const { status, stderr } = spawnSync(
      'soffice',
      [`-env:UserInstallation=file://${profile}`, '--headless', '--convert-to', 'csv', '--outdir', folder, file],
      { encoding: 'utf8', timeout: 120_000 },
    )
    if (status !== 0) throw new Error(`LibreOffice ended with ${status}: ${stderr}`)
    return parse(readFileSync(join(folder, 'list.csv')), { columns: true })
  })
}

/** Whether a cell shows the moment of the record, to the second. */
const isSameMoment = (moment: unknown, cell: unknown) => String(cell) === String(moment).slice(0, 19).replace('T', ' ')
