import { updateAccount as accountContract } from '#lib/contracts/app/accounts.ts'
import * as imports from '#lib/contracts/app/imports.ts'
import { undoImport as undoContract } from '#lib/contracts/app/imports.ts'
import { updateChange as patchContract, putChange as putChangeContract } from '#lib/contracts/change-writes.ts'
import type { ImportKind } from '#lib/contracts/import-values.ts'
import { putIncident as putIncidentContract } from '#lib/contracts/incident-writes.ts'
import { getChange } from '#server/changes/queries.ts'
import { storeDeployments } from '#server/deployments/store-deployments.ts'
import { undoMerged } from '#server/import/jobs/testing.ts'
import { erasePerson } from '#server/people/erase-person.ts'
import { updateAccount } from '#server/platform/auth/account-commands.ts'
import type { Actor } from '#server/platform/runtime/context.ts'
import { inTransaction } from '#server/platform/runtime/in-transaction.ts'
import { putChange } from '#server/reviews/api-writes/put-change.ts'
import { putIncident } from '#server/reviews/api-writes/put-incident.ts'
import { updateChange } from '#server/reviews/api-writes/update-change.ts'
import { importRow } from '#server/reviews/testing-reviews.ts'
import { type Fact, people, spellPerson } from './model.ts'
import {
  createCallerContext,
  createImplementer,
  type Door,
  type Draw,
  getActor,
  type HistoryStage,
  isPerson,
  NothingToDo,
  pick,
  toPartFacts,
} from './world.ts'

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
    await putChange(createCallerContext(stage, putChangeContract, draw.who), stage.number, fields, unconditional)
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

const priorities = ['1 - Critical', '5 - Planning'] as const

/** Describes the incident of the history: its urgency, and whether it names the change. */
function createIncidentRow({ number }: HistoryStage, { choice }: Draw) {
  const priority = pick(priorities, choice)
  const isLinked = choice % 4 < 3
  const facts: Fact[] = [{ is: 'incident', isUrgent: isLinked && priority === priorities[0] }]
  return { number: `INC-${number}`, priority, related_change: isLinked ? number : null, facts }
}

const openedFields = { short_description: 'Card payments time out', opened_at: '2026-03-01T04:00:00.000Z' }

const createIncidentDoor =
  (actorFor: (stage: HistoryStage, draw: Draw) => Actor): Door =>
  async (stage, draw) => {
    const { facts, related_change, ...fields } = createIncidentRow(stage, draw)
    const row = { ...openedFields, ...fields, state: 'new', related_change: related_change ?? '' }
    return (await importRowAs(stage, actorFor(stage, draw), 'incidents', row)) ? facts : []
  }

/** Doors that take too long for most histories. */
export const slowDoors = {
  async erase_account({ world }, { whom }) {
    const { id, email } = people[whom]
    const asAda = world.as(people.ada)
    const switchAll = async (isDisabled: boolean) => {
      for (const other of [id, people.vos.id, people.henrike.id])
        await updateAccount(asAda, other, { is_disabled: isDisabled }).catch(() => {})
    }
    for (const other of [people.vos, people.henrike, people[whom]]) world.changed.add(other.id)
    await switchAll(true)
    await erasePerson(asAda, email)
    await switchAll(false)
    return []
  },
} as const satisfies Readonly<Record<string, Door>>

/** Doors by which people and systems write records that decide about a change or its people. */
export const otherDoors = {
  async put_incident(stage, draw) {
    const { number, facts, ...fields } = createIncidentRow(stage, draw)
    await putIncident(
      createCallerContext(stage, putIncidentContract, draw.who),
      number,
      { ...openedFields, ...fields },
      unconditional,
    )
    return facts
  },
  import_incident: createIncidentDoor((stage, { who }) => getImporter(stage, who)),
  connection_incident: createIncidentDoor(({ world }) => world.connection),
  async list_person(stage, { who, whom }) {
    const text = spellPerson(whom, 'text')
    const row = { id: `usr_${stage.number}_${whom}`, name: text, email: `${whom}@corp.example` }
    const isWritten = await importRowAs(stage, getImporter(stage, who), 'users', row)
    return isWritten && isPerson(who) && people[who].role !== 'admin' ? [{ is: 'listed', text, who }] : []
  },
  async undo_import(stage, { who }) {
    const ctx = createCallerContext(stage, undoContract, who)
    const last = stage.imports.pop()
    if (!last || last.kind === 'improvements') throw new NothingToDo()
    await undoMerged(ctx, last)
    const change = await getChange(stage.world.as(people.ada), stage.number)
    return [{ is: 'record', type: change.type, risk: change.risk ?? 'low', state: change.state }]
  },
  async rename_account(stage, { who, whom, choice }) {
    const { id } = people[whom]
    const name = `Person ${choice}`
    await updateAccount(createCallerContext(stage, accountContract, who), id, { name })
    stage.world.renamed.set(id, name)
    return []
  },
  async change_role(stage, { who, whom, choice }) {
    const { id } = people[whom]
    const role = pick(['reviewer', 'manager', 'admin'] as const, choice)
    await updateAccount(createCallerContext(stage, accountContract, who), id, { role })
    stage.world.roles.set(id, role)
    return []
  },
  async switch_account(stage, { who, whom, choice }) {
    const { id } = people[whom]
    await updateAccount(createCallerContext(stage, accountContract, who), id, { is_disabled: choice % 2 === 0 })
    stage.world.changed.add(id)
    return []
  },
} as const satisfies Readonly<Record<string, Door>>
