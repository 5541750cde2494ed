import { spawnSync } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { addSenderTo } from '#e2e/own-sender.ts'
import { withOwnServer } from '#e2e/own-server.ts'
import type { Claim } from './claim.ts'
import { monitorPrograms, withMonitoring } from './events/monitoring.ts'

/** Maximum milliseconds from a change of the metric until the incident shows it. */
const noticeTimeoutMs = 60_000

export const hearAlertmanager: Claim = {
  name: 'hear-alertmanager',
  claim:
    'Two alerts of the real Prometheus and Alertmanager are one incident, which is resolved when both are, and a later alert is another one',
  async prove(ground) {
    const missing = monitorPrograms.filter((program) => spawnSync(program, ['--version']).error !== undefined)
    if (missing.length > 0) {
      const figure = `needs ${missing.join(' and ')} (Debian: prometheus, prometheus-alertmanager)`
      return { figure, isProven: false, isSkipped: true }
    }
    return withOwnServer(
      ground,
      async ({ server: { baseUrl }, tokens }) => {
        const path = await addSenderTo(baseUrl, 'alertmanager')
        const token = { Authorization: `Bearer ${tokens.itsm.read}` }
        const listIncidents = async (): Promise<Incident[]> => {
          const query = new URLSearchParams({ query: 'affected_service = "prove-payments"', sort: 'opened_at' })
          const response = await fetch(`${baseUrl}/api/itsm/v1/incidents?${query}`, { headers: token })
          return (await response.json()).result
        }
        const waitFor = async (what: string, isSeen: (incidents: Incident[]) => boolean) => {
          const begun = performance.now()
          for (; performance.now() - begun < noticeTimeoutMs; await sleep(250)) {
            if (isSeen(await listIncidents())) return (performance.now() - begun) / 1000
          }
          throw new Error(`${what} was not seen: ${JSON.stringify(await listIncidents())}`)
        }
        return withMonitoring(`${baseUrl}${path}`, async (setMetrics) => {
          setMetrics({ first: 1, second: 0 })
          const opened = await waitFor('the incident', (all) => all.length === 1 && isOpen(all[0]))
          setMetrics({ first: 1, second: 1 })
          await sleep(8_000)
          setMetrics({ first: 0, second: 1 })
          await sleep(8_000)
          const between = await listIncidents()
          setMetrics({ first: 0, second: 0 })
          const resolved = await waitFor('the resolution', (all) => all.length === 1 && !isOpen(all[0]))
          setMetrics({ first: 1, second: 0 })
          await waitFor('the second incident', (all) => all.length === 2 && isOpen(all[1]))
          const faults =
            between.length === 1 && isOpen(between[0]) ? [] : ['the second alert was not the same incident']
          return {
            figure: `opened ${opened.toFixed(1)} s after the metric, still one and open with two alerts, resolved ${resolved.toFixed(1)} s after both ended, another one afterwards; ${faults.length} faults`,
            isProven: faults.length === 0,
            faults,
          }
        })
      },
      { HINDSIGHT_JOBS: 'on' },
    )
  },
}

type Incident = { readonly number: string; readonly state: string; readonly resolved_at: string | null }

const isOpen = (incident: Incident | undefined) => incident?.state === 'in_progress' && incident.resolved_at === null
