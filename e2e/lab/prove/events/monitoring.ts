import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { senderSecret } from '#e2e/own-sender.ts'
import { freePort } from '#e2e/server-process.ts'

/** Debian's names of the programs. */
export const monitorPrograms = ['prometheus', 'prometheus-alertmanager'] as const

type SetMetrics = (metrics: Readonly<Record<string, number>>) => void

/**
 * Runs Prometheus and Alertmanager, which send to `url` while a metric is 1. The alerts `first` and `second` are of one
 * group.
 */
export async function withMonitoring<Result>(url: string, use: (set: SetMetrics) => Promise<Result>): Promise<Result> {
  const dir = mkdtempSync(join(tmpdir(), 'hindsight-monitoring-'))
  let metrics: Readonly<Record<string, number>> = {}
  const exporter = createServer((_, response) => {
    const lines = Object.entries(metrics).map(([name, value]) => `prove_slow{part="${name}"} ${value}\n`)
    response.setHeader('Content-Type', 'text/plain').end(lines.join(''))
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => exporter.once('listening', resolve))
  const exporterPort = (exporter.address() as AddressInfo).port
  const [prometheusPort, alertmanagerPort] = [await freePort(), await freePort()]
  const write = (name: string, content: object) => {
    const path = join(dir, name)
    // JSON is YAML.
    writeFileSync(path, JSON.stringify(content))
    return path
  }
  const children: ChildProcess[] = []
  const start = (program: string, args: readonly string[]) => {
    children.push(spawn(program, args, { cwd: dir, stdio: 'ignore' }))
  }
  start(monitorPrograms[1], [
    `--config.file=${write('alertmanager.yml', alertmanagerConfig(url))}`,
    `--storage.path=${join(dir, 'alertmanager')}`,
    `--web.listen-address=127.0.0.1:${alertmanagerPort}`,
    '--cluster.listen-address=',
  ])
  const rules = write('rules.yml', alertRules)
  start(monitorPrograms[0], [
    `--config.file=${write('prometheus.yml', prometheusConfig(rules, exporterPort, alertmanagerPort))}`,
    `--storage.tsdb.path=${join(dir, 'prometheus')}`,
    `--web.listen-address=127.0.0.1:${prometheusPort}`,
  ])
  try {
    return await use((next) => {
      metrics = next
    })
  } finally {
    await Promise.all(children.map(stop))
    exporter.closeAllConnections()
    exporter.close()
    rmSync(dir, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 })
  }
}

function stop(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    child.once('exit', () => resolve())
    child.kill('SIGKILL')
  })
}

const alertmanagerConfig = (url: string) => ({
  route: {
    receiver: 'hindsight',
    group_by: ['alertname'],
    group_wait: '1s',
    group_interval: '1s',
    repeat_interval: '1h',
  },
  receivers: [
    {
      name: 'hindsight',
      webhook_configs: [{ url, http_config: { authorization: { type: 'Bearer', credentials: senderSecret } } }],
    },
  ],
})

const prometheusConfig = (rules: string, exporter: number, alertmanager: number) => ({
  global: { scrape_interval: '1s', evaluation_interval: '1s' },
  rule_files: [rules],
  scrape_configs: [{ job_name: 'prove', static_configs: [{ targets: [`127.0.0.1:${exporter}`] }] }],
  alerting: { alertmanagers: [{ static_configs: [{ targets: [`127.0.0.1:${alertmanager}`] }] }] },
})

const alertRules = {
  groups: [
    {
      name: 'prove',
      rules: [
        {
          alert: 'PaymentsSlow',
          expr: 'prove_slow == 1',
          labels: { severity: 'critical', service: 'prove-payments' },
          annotations: { summary: 'Payments are slow' },
        },
      ],
    },
  ],
}
