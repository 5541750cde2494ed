import { z } from 'zod'
import { endpointsFor } from '#lib/contracts/endpoint.ts'
import { IncidentNumber } from '#lib/contracts/incidents.ts'
import { pageOf, WholeList } from '#lib/contracts/pages.ts'
import { oneOf, Timestamp, text } from '#lib/contracts/primitives.ts'

export const historyActions = ['create', 'update', 'delete'] as const

export const HistoryEvent = z
  .object({
    id: z.string().describe('Identifier of the entry'),
    at: Timestamp.describe('When it was written'),
    actor_kind: z.string().describe('`account`, `token`, `import` or `system`'),
    actor_name: z.string().describe('Who wrote it'),
    action: oneOf(historyActions).describe('What was done'),
    entity_type: z.string().describe('Kind of record, such as `change` or `review`'),
    entity_id: z.string().describe('Number, reference or identifier of the record'),
    changes: z
      .record(z.string(), z.object({ from: z.unknown(), to: z.unknown() }))
      .describe('The fields that were written, each with the value before and after'),
    request_id: z.string().describe('The request that wrote it; the import, where an import did'),
    names: z
      .record(z.string(), z.string())
      .describe('Names of the people and records that the entry mentions, by e-mail address or identifier'),
    action_name: z
      .string()
      .nullable()
      .describe('Name of the action, such as `submitted`; null in entries of imports, and in older ones'),
  })
  .meta({ id: 'HistoryEvent' })
export type HistoryEvent = z.infer<typeof HistoryEvent>

const HistoryPage = {
  ...pageOf('Entries', 100, 50),
}

const managers = endpointsFor('History', { role: 'manager' })
const viewers = endpointsFor('History', { role: 'viewer' })

export const listHistory = managers.get('listHistory', '/history', {
  summary: 'The history of writes, newest first',
  query: z.strictObject({
    entity_type: text(64).optional().describe('Kind of record'),
    entity_id: text(128).optional().describe('Number, reference or identifier of the record'),
    actor: text(200).optional().describe('Part of the name of the author, in any case'),
    action: oneOf(historyActions).optional().describe('What was done'),
    from: Timestamp.optional().describe('Written at or after'),
    to: Timestamp.optional().describe('Written before; not earlier than `from`'),
    request_id: text(128).optional().describe('Written by this request'),
    ...HistoryPage,
    ...WholeList,
  }),
  response: z.object({ result: z.array(HistoryEvent), total_count: z.int().min(0) }),
  examples: {
    query: { entity_type: 'change', entity_id: 'CHG0000042' },
  },
})

export const listChangeHistory = viewers.get('listChangeHistory', '/changes/{number}/history', {
  summary: 'The history of a change, its review, improvements and lessons, newest first',
  description: 'Includes improvements that were removed since.',
  params: z.object({ number: z.string().min(1).max(64).describe('Change identifier') }),
  query: z.strictObject(HistoryPage),
  response: z.object({ result: z.array(HistoryEvent), total_count: z.int().min(0) }),
})

export const listIncidentHistory = viewers.get('listIncidentHistory', '/incidents/{number}/history', {
  summary: 'The history of an incident, newest first',
  params: IncidentNumber,
  query: z.strictObject(HistoryPage),
  response: z.object({ result: z.array(HistoryEvent), total_count: z.int().min(0) }),
})
