import { z } from 'zod'
import type { AlertLevel, AlertState } from '#lib/domain/sent-events.ts'
import { shorten } from '#lib/text/shorten.ts'
import type { ConnectionKind } from '#server/connections/connector.ts'
import {
  EventKey,
  EventText,
  EventTime,
  isProductionName,
  lookUp,
  mapService,
  readAlertLevel,
  readJson,
} from './read-values.ts'
import { defineSender, hasSecretAsPassword, hasSecretAsToken, readStandardDeliveryId } from './sender.ts'

const Labels = z.record(z.string(), EventText).default({})

const Payload = z.object({
  groupKey: EventKey,
  groupLabels: Labels,
  commonLabels: Labels,
  commonAnnotations: Labels,
  alerts: z
    .array(
      z.object({
        status: z.enum(['firing', 'resolved']),
        labels: Labels,
        annotations: Labels,
        startsAt: EventTime,
        endsAt: z.string().nullish(),
        fingerprint: EventKey,
      }),
    )
    .min(1),
})
type Alert = z.output<typeof Payload>['alerts'][number]

const serviceLabels = ['service', 'app', 'application', 'job', 'namespace']
const environmentLabels = ['environment', 'env']

/**
 * Notifications of Prometheus Alertmanager. A `groupKey` never changes, and an alert that fires again has a new start.
 * An alert is therefore identified by fingerprint and start, and is resolved only once.
 */
const events = defineSender({
  secretHint: 'Alertmanager sends it as a bearer token or password.',
  uses: ['production', 'services'],
  verify: (request, secret) => hasSecretAsToken(request, secret) || hasSecretAsPassword(request, secret),
  deliveryId: readStandardDeliveryId,
  parse({ body }, options) {
    const { groupKey, groupLabels, commonLabels, commonAnnotations, alerts: sent } = readJson(Payload, body)
    const findEnvironment = (alert: Alert | undefined) => {
      const labels = { ...commonLabels, ...groupLabels, ...alert?.labels }
      return environmentLabels.map((name) => labels[name]).find(Boolean)
    }
    const alerts = sent.filter((alert) => {
      const environment = findEnvironment(alert)
      return environment === undefined || isProductionName(options, environment)
    })
    if (alerts.length === 0) return { ignored: `The environment ${findEnvironment(sent[0])} is not production.` }
    const labels = { ...alerts[0]?.labels, ...commonLabels, ...groupLabels }
    const annotations = { ...alerts[0]?.annotations, ...commonAnnotations }
    const serviceNames = serviceLabels.map((name) => labels[name]).filter(Boolean)
    const title = annotations.summary || annotations.description || labels.alertname || 'Alert'
    return {
      events: [
        {
          kind: 'alerts',
          groupKey,
          alerts: alerts.map(readAlertState),
          title: shorten(title, 300),
          service: mapService(options, serviceNames, serviceNames[0] ?? null),
          level: mostUrgent(alerts),
        },
      ],
    }
  },
})

export const alertmanager: ConnectionKind = {
  label: 'Alertmanager',
  purpose: 'Each group of alerts becomes one incident.',
  options: 'sender',
  events,
}

function readAlertState({ status, startsAt, endsAt, fingerprint }: Alert): AlertState {
  const endTime = status === 'resolved' ? EventTime.safeParse(endsAt) : null
  const resolvedAt = endTime === null ? null : endTime.success && endTime.data > startsAt ? endTime.data : startsAt
  return { key: `${fingerprint} ${startsAt}`, startedAt: startsAt, resolvedAt, at: resolvedAt ?? startsAt }
}

function mostUrgent(alerts: readonly Alert[]): AlertLevel | null {
  const levels = alerts
    .map(({ labels }) => readLevel(labels.severity ?? labels.priority ?? ''))
    .filter((one) => one !== null)
  return levels.toSorted()[0] ?? null
}

const severities: Readonly<Record<string, AlertLevel>> = { page: 1, warning: 3, info: 5, none: 5 }

const readLevel = (severity: string) => lookUp(severities, severity.toLowerCase()) ?? readAlertLevel(severity)
