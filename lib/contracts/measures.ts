import { z } from 'zod'
import { blockText, lineText, oneOf, RecordedTimestamp, Timestamp } from './primitives.ts'

const directions = ['lower', 'higher'] as const
const verdicts = ['met', 'not_met', 'worse', 'not_measured'] as const

/** The most measures of a change, and readings of a measure. */
export const maxMeasures = 5
export const maxReadings = 200

const largest = 1e15
const Value = z
  .number({ error: 'must be a number' })
  .min(-largest, { error: 'must be at least -1e15' })
  .max(largest, { error: 'must be at most 1e15' })

const Reading = z
  .object({
    value: z.number().nullable().describe('What was read; null if there was no value'),
    taken_at: Timestamp.describe('When it was read'),
    source: z.string().describe('Where it was read, or by whom'),
  })
  .meta({ id: 'Reading' })

/** A figure that a change promised, as its record holds it. */
export const Measure = z
  .object({
    id: z.string().describe('Identifier of the measure'),
    name: z.string().describe('What is measured'),
    unit: z.string().nullable().describe('Unit of its values'),
    better: oneOf(directions).describe('Which values are better'),
    baseline: z.number().nullable().describe('The value before the work; null if unknown'),
    target: z.number().describe('The value to reach'),
    abort_if: z.number().nullable().describe('The value at which, or beyond, the work is to be stopped'),
    stated_by: z.string().describe('Who says so'),
    stated_at: Timestamp.describe('When it was stated or last altered'),
    query: z.string().nullable().describe('Query of Prometheus that reads it; null if it is read by hand'),
    readings: z.array(Reading).describe('What was read, in the order of time'),
  })
  .meta({ id: 'Measure' })
export type Measure = z.infer<typeof Measure>

export const exampleMeasure: Measure = {
  id: 'msr_0k3v9c8q1x7m2z5t',
  name: 'p95 latency of payments',
  unit: 'ms',
  better: 'lower',
  baseline: 420,
  target: 210,
  abort_if: 900,
  stated_by: 'Ines Marchetti',
  stated_at: '2026-02-20T09:00:00.000Z',
  query: null,
  readings: [{ value: 205, taken_at: '2026-03-02T08:00:00.000Z', source: 'Grafana, payments' }],
}

/** A measure as it is stated; with the `id` of one that the change has, its readings stay. */
export const StatedMeasure = z
  .strictObject({
    id: z.string().max(64).optional().describe('Identifier of a measure of the change, whose readings stay'),
    name: lineText(120).describe('What is measured'),
    unit: lineText(30).nullable().default(null).describe('Unit of its values'),
    better: oneOf(directions).describe('Which values are better'),
    baseline: Value.nullable().default(null).describe('The value before the work'),
    target: Value.describe('The value to reach'),
    abort_if: Value.nullable().default(null).describe('The value at which, or beyond, the work is to be stopped'),
    stated_by: lineText(200).optional().describe('Who says so; by default the caller'),
    query: blockText(2000).nullable().default(null).describe('Query of Prometheus that reads it'),
  })
  .meta({ id: 'StatedMeasure' })
export type StatedMeasure = z.infer<typeof StatedMeasure>

export const NewReading = z
  .strictObject({
    value: Value.nullable().describe('What was read; null if there was no value'),
    taken_at: RecordedTimestamp.optional().describe('When it was read; by default now'),
    source: lineText(200).describe('Where it was read, or by whom'),
  })
  .meta({ id: 'NewReading' })

/** The measures of an imported change; those of an export keep their readings. */
export const ImportedMeasures = z
  .array(
    StatedMeasure.extend({
      stated_at: RecordedTimestamp.optional(),
      readings: z
        .array(NewReading.required({ taken_at: true }))
        .max(maxReadings)
        .default([]),
    }),
    { error: 'must be a JSON list of measures' },
  )
  .max(maxMeasures, { error: `must have at most ${maxMeasures} entries` })
  .refine((measures) => new Set(measures.map(({ name }) => name)).size === measures.length, {
    error: 'must have different names',
  })

/** The measures of a change, each judged by its last reading after the work. */
export const JudgedMeasures = z.object({
  measures: z.array(Measure.extend({ verdict: oneOf(verdicts).describe('By the last reading after the work') })),
})
