import { createHash } from 'node:crypto'
import type { AuditChange } from '#lib/contracts/app/audits.ts'
import { describeCount } from '#lib/text/counted.ts'
import { getAuditWithState } from '#server/insights/audits/queries.ts'
import { getServiceVersion } from '#server/platform/project-dir.ts'
import type { Context } from '#server/platform/runtime/context.ts'
import { listAuditControls } from './list-controls.ts'

/**
 * Builds the result of an audit in the JSON of OSCAL assessment results: an observation for each drawn change and for
 * each requirement that some field shows. Identifiers are always the same for the same audit. Throws
 * `not_found`.
 */
export async function buildAssessmentResults(ctx: Context, id: string) {
  const audit = await getAuditWithState(ctx, id)
  const { rows, gone, controls } = await listAuditControls(ctx, id)
  const uuid = (name: string) => makeUuid(`${id} ${name}`)
  const reviewed = controls.filter(({ evidence, applies_count: count }) => evidence !== null && count + gone.length > 0)
  return {
    'assessment-results': {
      uuid: uuid('results'),
      metadata: {
        title: audit.name,
        'last-modified': ctx.now.toISOString(),
        version: getServiceVersion(),
        'oscal-version': '1.2.1',
        parties: [{ uuid: uuid('auditor'), type: 'person', name: audit.created_by }],
      },
      'import-ap': { href: `#${uuid('plan')}` },
      results: [
        {
          uuid: uuid('result'),
          title: audit.name,
          description: `${describeCount(rows.length, 'change')} drawn from ${describeCount(audit.population_count, 'closed change')} that ended from ${audit.from} to ${audit.to}.`,
          start: audit.created_at,
          'reviewed-controls': {
            'control-selections': [
              reviewed.length === 0
                ? { 'include-all': {} }
                : { 'include-controls': reviewed.map((control) => ({ 'control-id': control.id })) },
            ],
          },
          ...(rows.length + reviewed.length > 0 && {
            observations: [
              ...rows.map((change) => ({
                uuid: uuid(`change ${change.number}`),
                title: change.number,
                description: [...change.present, ...change.missing].join(' '),
                methods: ['EXAMINE'],
                collected: ctx.now.toISOString(),
                remarks: describeRemarks(change),
              })),
              // A count by a filter judges nothing, so it is no finding with a status.
              ...reviewed.map((control) => ({
                uuid: uuid(control.id),
                title: control.citation,
                description: `${control.asks} ${control.shown_count} of ${control.applies_count} drawn changes match the filter: ${control.evidence}.${describeGone(gone.length)}`,
                methods: ['EXAMINE'],
                types: ['control-objective'],
                collected: ctx.now.toISOString(),
                remarks: `${control.missing.length === 0 ? '' : `Not: ${control.missing.join(', ')}. `}Whether that suffices is for a person to judge.`,
              })),
            ],
          }),
        },
      ],
      'back-matter': {
        resources: [
          {
            uuid: uuid('plan'),
            title: 'How the changes were drawn',
            description: `Population of ${audit.population_count}, SHA-256 of its numbers ${audit.population_digest}; filter: ${audit.query ?? 'none'}; method ${audit.method}; seed ${audit.seed}.`,
          },
        ],
      },
    },
  }
}

/** Formats the assessment results of an audit as JSON. */
export const printAssessmentResults = async (ctx: Context, id: string): Promise<string> =>
  `${JSON.stringify(await buildAssessmentResults(ctx, id), null, 2)}\n`

const describeGone = (count: number) =>
  count === 0 ? '' : ` Not recorded any more: ${describeCount(count, 'drawn change')}.`

const describeRemarks = ({ state, request_number: request, note }: AuditChange): string =>
  [`State: ${state}.`, ...(request === null ? [] : [`Request ${request}.`]), ...(note === null ? [] : [note])].join(' ')

/** Namespace of the names of Hindsight, a random UUID. */
const namespace = Buffer.from('6f0d4b1c2a9e4c3f8b7716d25e90a4f3', 'hex')

/** Creates a UUID of version 5 (RFC 9562, 5.5), always the same for the same name. */
function makeUuid(name: string): string {
  const bytes = createHash('sha1').update(namespace).update(name).digest().subarray(0, 16)
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x50
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
