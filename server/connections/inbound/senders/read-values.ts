import { hash } from 'node:crypto'
import { z } from 'zod'
import { isInRecordedYears } from '#lib/contracts/primitives.ts'
import { tidyLine } from '#lib/contracts/tidy-text.ts'
import { readPriorityLevel } from '#lib/domain/incidents/priority-level.ts'
import type { AlertLevel, DeploymentEvent } from '#lib/domain/sent-events.ts'
import { shorten } from '#lib/text/shorten.ts'
import { type EventOptions, type ParsedDelivery, UnreadableEvent } from './sender.ts'

/** Parses JSON with a schema. Throws `UnreadableEvent`. */
export function readJson<Schema extends z.ZodType>(schema: Schema, body: string): z.output<Schema> {
  let value: unknown
  try {
    value = JSON.parse(body)
  } catch {
    throw new UnreadableEvent('The body is not JSON.')
  }
  return readEventValue(schema, value)
}

/** Checks a value with a schema. Throws `UnreadableEvent`, which names the field. */
export function readEventValue<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const result = schema.safeParse(value)
  if (result.success) return result.data
  const [issue] = result.error.issues
  const path = issue?.path.join('.') || 'The event cannot be read'
  throw new UnreadableEvent(`${path}: ${issue?.message ?? 'not valid'}.`)
}

/**
 * A time in any form that senders use: ISO 8601, `2026-03-01 10:00:00 +0100`, or seconds or milliseconds since 1970.
 * Years outside 1970 to 2100 are rejected.
 */
export const EventTime = z.union([z.string(), z.number()], { error: 'must be a time' }).transform((value, ctx) => {
  const iso = toIsoTime(value)
  if (iso !== null) return iso
  ctx.addIssue(`"${shorten(String(value), 40)}" is not a time between 1970 and 2100`)
  return z.NEVER
})

/** Numbers below this are seconds; as milliseconds, they would be in the years 1970 to 1973. */
const firstMilliseconds = 100_000_000_000

function toIsoTime(value: string | number): string | null {
  const number = typeof value === 'number' ? value : /^\d{9,14}$/.test(value) ? Number(value) : null
  const at = number === null ? Date.parse(value as string) : number < firstMilliseconds ? number * 1000 : number
  const date = new Date(at)
  return !Number.isNaN(date.getTime()) && isInRecordedYears(date.toISOString()) ? date.toISOString() : null
}

/** A text or number of a sender, as one line of text. */
export const EventText = z
  .union([z.string(), z.number()], { error: 'must be a text' })
  .transform((value) => tidyLine(String(value).toWellFormed()).trim())

const maxKeyBytes = 500

/** Shortens a key to what an index of the database can hold: a hash replaces a long text. */
export const shortenKey = (text: string): string =>
  Buffer.byteLength(text) <= maxKeyBytes ? text : `sha256:${hash('sha256', text)}`

/** A text or number that is not empty. */
export const RequiredText = EventText.refine((text) => text !== '', 'must not be empty')

/** A text or number by which a sender identifies something. */
export const EventKey = RequiredText.transform(shortenKey)

/** A text or number; null where it is missing or empty. */
export const OptionalText = EventText.nullish().transform((value) => value || null)

const AddedFields = z.object({ change: OptionalText })

/** Looks up a name that a sender chose, which may also be that of a method such as `constructor`. */
export const lookUp = <Value>(table: Readonly<Record<string, Value>>, name: string): Value | undefined =>
  Object.hasOwn(table, name) ? table[name] : undefined

/** Prints any value as text, as JSON unless it is a string. Throws `UnreadableEvent` for too deep nesting. */
export function printText(value: unknown): string {
  if (typeof value === 'string') return value
  try {
    return JSON.stringify(value) ?? ''
  } catch {
    throw new UnreadableEvent('The event is nested too deeply.')
  }
}

/** Reads the number of a change from the field `change` that people may add to the events of a sender. */
export function readChangeNumber(added: unknown): string | null {
  const parsed = AddedFields.safeParse(added)
  return parsed.success ? parsed.data.change : null
}

/** Alert levels by priority level; level 0, above critical, counts as critical. */
const alertLevels = [1, 1, 2, 3, 4, 5] as const

/** Reads the level of a priority or severity in words, such as `P2` or `critical`; null if there is none. */
export function readAlertLevel(wording: string | null): AlertLevel | null {
  const level = wording === null ? null : readPriorityLevel(wording)
  return level === null ? null : (alertLevels[level] ?? null)
}

const maxTextLength = 2000
const shortenOrNull = (text: string | null, length = maxTextLength): string | null =>
  text === null ? null : shorten(text, length)

/** Finds the Hindsight service for the names by which a sender knows it, else returns `fallback`. */
export function mapService<Fallback extends string | null>(
  { services }: Pick<EventOptions, 'services'>,
  names: readonly (string | null | undefined)[],
  fallback: Fallback,
): string | Fallback {
  const mapped = names.find((name) => typeof name === 'string' && Object.hasOwn(services, name))
  return (typeof mapped === 'string' ? services[mapped] : shortenOrNull(fallback, 200)) ?? fallback
}

export const isProductionName = ({ production }: Pick<EventOptions, 'production'>, environment: string): boolean =>
  production.some((name) => name.toLowerCase() === environment.toLowerCase())

type StatedDeployment = Pick<DeploymentEvent, 'remoteId' | 'at' | 'status' | 'environment'> &
  Partial<Pick<DeploymentEvent, 'startedAt' | 'createdAt' | 'isProduction' | 'isRollback'>> & {
    /** The names by which the sender knows the service; the last one stays if none is that of a Hindsight service. */
    readonly names: readonly string[]
    readonly facts: Partial<DeploymentEvent['facts']>
  }

/** Returns the content of a delivery about one deployment; what its sender does not state is null. */
export function toDeployment(
  options: Pick<EventOptions, 'production' | 'services'>,
  { names, facts, ...event }: StatedDeployment,
): ParsedDelivery {
  const { change = null, title = null, ref = null, sha = null, url = null, text = null } = facts
  const shortFacts = { ref: shortenOrNull(ref), sha, url: shortenOrNull(url), text: shortenOrNull(text) }
  const deployment: DeploymentEvent = {
    kind: 'deployment',
    startedAt: null,
    createdAt: null,
    isRollback: false,
    service: mapService(options, names, names.at(-1) ?? ''),
    isProduction: isProductionName(options, event.environment),
    ...event,
    facts: { change, title: shortenOrNull(title, 300), ...shortFacts },
  }
  return { events: [deployment] }
}
