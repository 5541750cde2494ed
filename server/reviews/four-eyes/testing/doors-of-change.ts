import * as imports from '#lib/contracts/app/imports.ts'
import { updateChange as patchContract, putChange as putContract } from '#lib/contracts/change-writes.ts'
import type { ImportKind } from '#lib/contracts/import-values.ts'
import { getChange } from '#server/changes/queries.ts'
import { storeDeployments } from '#server/deployments/store-deployments.ts'
import { mergeStagedRows } from '#server/import/database/merge.ts'
import { newImportId } from '#server/import/import-file.ts'
import { stageRowsOfSystem } from '#server/import/import-rows.ts'
import { applyImportedReviewFields } from '#server/import/jobs/apply-review-fields.ts'
import type { Actor, Context } from '#server/platform/runtime/context.ts'
import { inTransaction } from '#server/platform/runtime/in-transaction.ts'
import { putChange } from '#server/reviews/api-writes/put-change.ts'
import { updateChange } from '#server/reviews/api-writes/update-change.ts'
import { people } from './cast.ts'
import type { Fact } from './facts.ts'
import {
  createCallerContext,
  createImplementer,
  type Door,
  type Draw,
  getActor,
  type HistoryStage,
  isPerson,
  pick,
  toPartFacts,
} from './stage.ts'

const types = ['emergency', 'normal', 'standard'] as const
const risks = ['high', 'low'] as const
const states = ['implement', 'review', 'closed', 'canceled', 'assess', 'scheduled'] as const

type ImportedRow = Readonly<Record<string, string>>

/** Writes whatever the version of the record. */
export const unconditional = { expectedVersions: undefined, mustExist: undefined }

/** Fields of a change that a draw writes, by any door, and the facts once they are written. */
type WrittenRecord = { readonly fields: Readonly<Record<string, string>>; readonly facts: readonly Fact[] }

const toRecordFact = (fields: ImportedRow): WrittenRecord => ({ fields, facts: [{ is: 'record', ...fields }] })

const writes = {
  implementer(draw: Draw): WrittenRecord {
    const { text, facts } = createImplementer(draw)
    return { fields: { assigned_to: text }, facts }
  },
  kind: ({ choice }: Draw) => toRecordFact({ type: pick(types, choice), risk: pick(risks, choice >> 2) }),
  state: ({ choice }: Draw) => toRecordFact({ state: pick(states, choice) }),
  end({ choice }: Draw): WrittenRecord {
    const isLate = choice % 2 === 0
    const actual_end = isLate ? '2026-03-01T04:00:00.000Z' : '2026-03-01T02:55:00.000Z'
    return { fields: { actual_end }, facts: [{ is: 'record', isLate }] }
  },
}

const createPutDoor =
  (of: keyof typeof writes): Door =>
  async (stage, draw) => {
    const { fields, facts } = writes[of](draw)
    await putChange(createCallerContext(stage, putContract, draw.who), stage.number, fields, unconditional)
    return facts
  }

const readReviewFields = async ({ world, number }: HistoryStage) => {
  const { pir_completed, pir_outcome, pir_date, pir_reference } = await getChange(world.as(people.ada), number)
  return JSON.stringify([pir_completed, pir_outcome, pir_date, pir_reference])
}

/** Imports one row as an actor. Returns true if it was written. Imports of people may be undone. */
export async function importRowAs(
  stage: HistoryStage,
  actor: Actor,
  kind: ImportKind,
  row: ImportedRow,
): Promise<boolean> {
  const id = await importRow(stage.world.as(actor), actor, kind, row)
  if (id !== null && actor.kind === 'account') stage.imports.push({ id, kind })
  return id !== null
}

/** Returns the actor of an import: managers and admins, or the token of the system of record. */
export function getImporter(stage: HistoryStage, who: Draw['who']): Actor {
  if (who !== 'script') createCallerContext(stage, imports.runImport, who)
  return getActor(stage, who)
}

const createImportDoor =
  (of: keyof typeof writes, actorFor: (stage: HistoryStage, draw: Draw) => Actor): Door =>
  async (stage, draw) => {
    const { fields, facts } = writes[of](draw)
    const { title, state } = await getChange(stage.world.as(people.ada), stage.number)
    const row = { number: stage.number, title, state, ...fields }
    return (await importRowAs(stage, actorFor(stage, draw), 'changes', row)) ? facts : []
  }

const byImporter = (stage: HistoryStage, { who }: Draw) => getImporter(stage, who)
const byConnection = ({ world }: HistoryStage) => world.connection

/** Doors by which the record of a change or its review fields are written. */
export const changeDoors = {
  put_implementer: createPutDoor('implementer'),
  put_kind: createPutDoor('kind'),
  put_state: createPutDoor('state'),
  put_end: createPutDoor('end'),
  import_implementer: createImportDoor('implementer', byImporter),
  import_kind: createImportDoor('kind', byImporter),
  import_state: createImportDoor('state', byImporter),
  import_end: createImportDoor('end', byImporter),
  connection_implementer: createImportDoor('implementer', byConnection),
  connection_kind: createImportDoor('kind', byConnection),
  connection_state: createImportDoor('state', byConnection),
  async patch(stage, { who, choice }) {
    const ctx = createCallerContext(stage, patchContract, who)
    const before = await readReviewFields(stage)
    const isCompleted = choice % 3 !== 0
    const patch = isCompleted ? { pir_completed: true, pir_outcome: 'successful' as const } : { pir_completed: false }
    await updateChange(ctx, stage.number, patch)
    return (await readReviewFields(stage)) === before ? [] : toPartFacts('issued', 'ada')
  },
  async import_outcome(stage, { who, choice }) {
    const actor = getImporter(stage, who)
    const before = await readReviewFields(stage)
    const outcome = { pir_outcome: pick(['successful', 'failed'], choice), pir_date: '2026-03-09' }
    if (choice % 2 === 0) await importRowAs(stage, actor, 'reviews', { number: stage.number, ...outcome })
    else {
      const { title, state } = await getChange(stage.world.as(people.ada), stage.number)
      const row = { number: stage.number, title, state, pir_completed: 'true', ...outcome }
      await importRowAs(stage, actor, 'changes', row)
    }
    if ((await readReviewFields(stage)) === before) return []
    return isPerson(who) ? toPartFacts('imported', who) : toPartFacts('issued', 'ada')
  },
  async deploy({ world, number }, { choice }) {
    const ctx = world.as(world.connection)
    const before = await getChange(ctx, number)
    await inTransaction({ ...ctx, db: world.db }, (tx) =>
      storeDeployments(tx, world.connection.id, [
        {
          kind: 'deployment',
          remoteId: `${number}-${choice}`,
          at: '2026-03-01T02:30:00.000Z',
          status: 'succeeded',
          startedAt: `2026-03-01T01:${choice + 10}:00.000Z`,
          createdAt: null,
          service: 'payments-db',
          environment: 'production',
          isProduction: true,
          isRollback: choice % 2 === 1,
          facts: { change: number, title: null, ref: null, sha: null, url: null, text: null },
        },
      ]),
    )
    return (await getChange(ctx, number)).version === before.version ? [] : [{ is: 'event wrote to change' }]
  },
} as const satisfies Readonly<Record<string, Door>>

/** Imports one row as an actor. Returns the identifier of the import, or null if it wrote nothing. */
export async function importRow(
  ctx: Context,
  actor: Actor,
  kind: ImportKind,
  row: Readonly<Record<string, string>>,
): Promise<string | null> {
  const mapping = { fields: Object.fromEntries(Object.keys(row).map((name) => [name, name])) }
  return inTransaction(ctx, async (tx) => {
    const author = { importId: newImportId(ctx.now), actor, now: ctx.now }
    const { plan } = await stageRowsOfSystem(tx.db, [row], { kind, mapping, author })
    const { inserted, updated } = await mergeStagedRows(tx.db, plan)
    await applyImportedReviewFields({ ...author, db: tx.db, requestId: author.importId })
    return inserted + updated > 0 ? author.importId : null
  })
}
