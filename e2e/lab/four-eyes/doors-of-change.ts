import * as imports from '#lib/contracts/app/imports.ts'
import { putChange as putContract } from '#lib/contracts/change-writes.ts'
import { updateChange as patchContract } from '#lib/contracts/changes.ts'
import type { ImportKind } from '#lib/contracts/import-values.ts'
import { getChange } from '#server/changes/queries.ts'
import { storeDeployments } from '#server/deployments/store-deployments.ts'
import { mergeStagedRows } from '#server/import/database/merge.ts'
import { newImportId } from '#server/import/import-file.ts'
import { stageRowsOfSystem } from '#server/import/import-rows.ts'
import { applyImportedReviewFields } from '#server/import/jobs/apply-review-fields.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import type { Actor } from '#server/platform/runtime/context.ts'
import { putChange } from '#server/reviews/put-change.ts'
import { updateChange } from '#server/reviews/update-change.ts'
import { people } from './cast.ts'
import type { Fact } from './facts.ts'
import { actorOf, type Door, type Draw, implementer, isPerson, partOf, pick, type Stage, through } from './stage.ts'

const types = ['emergency', 'normal', 'standard'] as const
const risks = ['high', 'low'] as const
const states = ['implement', 'review', 'closed', 'canceled'] as const

/** A write whatever the version of the record. */
export const unconditional = { expectedVersions: undefined, mustExist: undefined }

/** Fields of a change that a draw writes, by any door, and what they say once they are written. */
type Written = { readonly fields: Readonly<Record<string, string>>; readonly facts: readonly Fact[] }

const writes = {
  implementer(draw: Draw): Written {
    const { text, facts } = implementer(draw)
    return { fields: { assigned_to: text }, facts }
  },
  kind({ choice }: Draw): Written {
    const record = { type: pick(types, choice), risk: pick(risks, choice >> 2) }
    return { fields: record, facts: [{ is: 'record', ...record }] }
  },
  state: ({ choice }: Draw): Written => ({ fields: { state: pick(states, choice) }, facts: [] }),
}

const put =
  (of: keyof typeof writes): Door =>
  async (stage, draw) => {
    const { fields, facts } = writes[of](draw)
    await putChange(through(stage, putContract, draw.who), stage.number, fields, unconditional)
    return facts
  }

const reviewFieldsOf = async ({ world, number }: Stage) => {
  const { pir_completed, pir_outcome, pir_date, pir_reference } = await getChange(world.as(people.ada), number)
  return JSON.stringify([pir_completed, pir_outcome, pir_date, pir_reference])
}

/** Imports one row as an actor; returns whether it was written. */
export async function importRow(
  { world }: Stage,
  actor: Actor,
  kind: ImportKind,
  row: Readonly<Record<string, string>>,
): Promise<boolean> {
  const ctx = world.as(actor)
  const mapping = { fields: Object.fromEntries(Object.keys(row).map((name) => [name, name])) }
  return inTransaction(ctx.db, async (tx) => {
    const author = { importId: newImportId(ctx.now), actor, now: ctx.now }
    const { plan } = await stageRowsOfSystem(tx, [row], { kind, mapping, author })
    const { inserted, updated } = await mergeStagedRows(tx, plan)
    if (kind === 'changes' || kind === 'reviews')
      await applyImportedReviewFields({ ...author, db: tx, requestId: author.importId })
    return inserted + updated > 0
  })
}

/** The actor of an import: managers and admins, or the token of the system of record. */
export function importerOf(stage: Stage, who: Draw['who']): Actor {
  if (who !== 'script') through(stage, imports.runImport, who)
  return actorOf(stage, who)
}

const imported =
  (of: keyof typeof writes, actorFor: (stage: Stage, draw: Draw) => Actor): Door =>
  async (stage, draw) => {
    const { fields, facts } = writes[of](draw)
    const { title, state } = await getChange(stage.world.as(people.ada), stage.number)
    const row = { number: stage.number, title, state, ...fields }
    return (await importRow(stage, actorFor(stage, draw), 'changes', row)) ? facts : []
  }

const byImporter = (stage: Stage, { who }: Draw) => importerOf(stage, who)
const byConnection = ({ world }: Stage) => world.connection

/** Every door by which the record of a change or its review fields are written. */
export const changeDoors = {
  put_implementer: put('implementer'),
  put_kind: put('kind'),
  put_state: put('state'),
  import_implementer: imported('implementer', byImporter),
  import_kind: imported('kind', byImporter),
  import_state: imported('state', byImporter),
  connection_implementer: imported('implementer', byConnection),
  connection_kind: imported('kind', byConnection),
  connection_state: imported('state', byConnection),
  async patch(stage, { who, choice }) {
    const ctx = through(stage, patchContract, who)
    const before = await reviewFieldsOf(stage)
    const isCompleted = choice % 3 !== 0
    const patch = isCompleted ? { pir_completed: true, pir_outcome: 'successful' as const } : { pir_completed: false }
    await updateChange(ctx, stage.number, patch)
    return (await reviewFieldsOf(stage)) === before ? [] : partOf('issued', 'ada')
  },
  async import_outcome(stage, { who, choice }) {
    const actor = importerOf(stage, who)
    const before = await reviewFieldsOf(stage)
    const outcome = { pir_outcome: pick(['successful', 'failed'], choice), pir_date: '2026-03-09' }
    if (choice % 2 === 0) await importRow(stage, actor, 'reviews', { number: stage.number, ...outcome })
    else {
      const { title, state } = await getChange(stage.world.as(people.ada), stage.number)
      const row = { number: stage.number, title, state, pir_completed: 'true', ...outcome }
      await importRow(stage, actor, 'changes', row)
    }
    if ((await reviewFieldsOf(stage)) === before) return []
    return isPerson(who) ? partOf('imported', who) : partOf('issued', 'ada')
  },
  async deploy({ world, number }, { choice }) {
    const ctx = world.as(world.connection)
    const startedAt = new Date(ctx.now.getTime() - (choice + 1) * 60_000).toISOString()
    await inTransaction(world.db, (db) =>
      storeDeployments({ ...ctx, db }, world.connection.id, [
        {
          kind: 'deployment',
          remoteId: `${number}-${choice}`,
          at: ctx.now.toISOString(),
          status: 'succeeded',
          startedAt,
          createdAt: null,
          service: 'payments-db',
          environment: 'production',
          isProduction: true,
          isRollback: false,
          facts: { change: number, title: null, ref: null, sha: null, url: null, text: null },
        },
      ]),
    )
    return []
  },
} as const satisfies Readonly<Record<string, Door>>
