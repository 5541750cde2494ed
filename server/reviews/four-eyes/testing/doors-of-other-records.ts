import { updateAccount as accountContract } from '#lib/contracts/app/accounts.ts'
import { undoImport as undoContract } from '#lib/contracts/app/imports.ts'
import { putIncident as putContract } from '#lib/contracts/incident-writes.ts'
import { getChange } from '#server/changes/queries.ts'
import { undoMerged } from '#server/import/jobs/testing.ts'
import { updateAccount } from '#server/platform/auth/account-commands.ts'
import type { Actor } from '#server/platform/runtime/context.ts'
import { putIncident } from '#server/reviews/api-writes/put-incident.ts'
import { people, spellPerson } from './cast.ts'
import { getImporter, importRowAs, unconditional } from './doors-of-change.ts'
import type { Fact } from './facts.ts'
import { createCallerContext, type Door, type Draw, type HistoryStage, isPerson, NothingToDo, pick } from './stage.ts'

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

/** Doors by which people and systems write records that decide about a change or its people. */
export const otherDoors = {
  async put_incident(stage, draw) {
    const { number, facts, ...fields } = createIncidentRow(stage, draw)
    await putIncident(
      createCallerContext(stage, putContract, draw.who),
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
} as const satisfies Readonly<Record<string, Door>>
