import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { projectDir } from '#e2e/support/server-process.ts'
import { expect, test } from './call-api.ts'

/**
 * The members of a query that the data source Infinity reads
 * (https://grafana.com/docs/plugins/yesoreyeram-infinity-datasource).
 */
const Target = z.object({
  datasource: z.object({ type: z.literal('yesoreyeram-infinity-datasource') }),
  type: z.literal('json'),
  source: z.literal('url'),
  url: z.string(),
  url_options: z.object({
    method: z.literal('GET'),
    params: z.array(z.object({ key: z.string(), value: z.string() })),
  }),
  root_selector: z.string(),
  columns: z.array(
    z.object({ selector: z.string(), text: z.string(), type: z.enum(['timestamp', 'number', 'string']) }),
  ),
})
const Dashboard = z.object({
  panels: z.array(z.object({ title: z.string(), targets: z.array(Target).min(1) })).min(5),
})
const file = join(projectDir, 'deploy', 'grafana', 'insights.json')
const dashboard = Dashboard.parse(JSON.parse(readFileSync(file, 'utf8')))

const formatDay = (at: number) => new Date(at).toISOString().slice(0, 10)
/** The range `now-1y` to `now`, as Grafana writes it. */
const range: Readonly<Record<string, string>> = {
  ['$' + '{__from:date:YYYY-MM-DD}']: formatDay(Date.now() - 365 * 86_400_000),
  ['$' + '{__to:date:YYYY-MM-DD}']: formatDay(Date.now()),
}

const typeChecks = {
  timestamp: (value: unknown) => typeof value === 'string' && !Number.isNaN(Date.parse(value)),
  number: (value: unknown) => value === null || typeof value === 'number',
  string: (value: unknown) => value === null || typeof value === 'string',
}

for (const { title, targets } of dashboard.panels) {
  test(`the panel “${title}” of the dashboard has values`, async ({ call, tokens }) => {
    for (const { url, url_options: options, root_selector: root, columns } of targets) {
      const params = options.params.map(({ key, value }) => [key, range[value] ?? value])
      const response = await call('GET', `${url}?${new URLSearchParams(params)}`, { token: tokens.app.viewer })
      expect(response.status, response.text).toBe(200)
      const rows: Record<string, unknown>[] = response.json[root]
      expect(rows.length).toBeGreaterThan(2)
      for (const { selector, type } of columns) {
        expect(rows.filter((row) => !typeChecks[type](row[selector])).map((row) => row[selector])).toEqual([])
        expect(rows.filter((row) => (row[selector] ?? null) !== null).length, `values of ${selector}`).toBeGreaterThan(
          0,
        )
      }
    }
  })
}
