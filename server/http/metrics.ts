import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { processWide } from '#server/process-wide.ts'
import { getRuntime } from '#server/runtime.ts'
import { workerName } from '#server/workers/worker-name.ts'

const metrics = () =>
  processWide('metrics', () => {
    const registry = new Registry()
    if (workerName !== undefined) registry.setDefaultLabels({ worker: workerName })
    collectDefaultMetrics({ register: registry })
    const requests = new Histogram({
      name: 'hindsight_http_request_duration_seconds',
      help: 'Duration of API requests',
      labelNames: ['operation', 'status'],
      buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
      registers: [registry],
    })
    new Gauge({
      name: 'hindsight_database_connections',
      help: 'Connections of the database pool by state',
      labelNames: ['state'],
      registers: [registry],
      collect() {
        const { pool } = getRuntime()
        this.set({ state: 'total' }, pool.totalCount)
        this.set({ state: 'idle' }, pool.idleCount)
        this.set({ state: 'waiting' }, pool.waitingCount)
      },
    })
    return { registry, requests }
  })

export function observeRequest(operation: string, status: number, milliseconds: number): void {
  metrics().requests.observe({ operation, status }, milliseconds / 1000)
}

/** Every metric of this process in the text format of Prometheus. */
export const renderMetrics = (): Promise<string> => metrics().registry.metrics()
