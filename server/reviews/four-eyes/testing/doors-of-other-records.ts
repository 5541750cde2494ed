import { updateAccount as accountContract } from '#lib/contracts/app/accounts.ts'
import { undoImport as undoContract } from '#lib/contracts/app/imports.ts'
import { putIncident as putContract } from '#lib/contracts/incident-writes.ts'
import { getChange } from '#server/changes/queries.ts'
import { undoMerged } from '#server/import/jobs/testing.ts'
import { updateAccount } from '#server/platform/auth/account-commands.ts'
import type { Actor } from '#server/platform/runtime/context.ts'
import { putIncident } from '#server/reviews/api-writes/put-incident.ts'
import { people, spelled } from './cast.ts'
import { importerOf, importRowAs, unconditional } from './doors-of-change.ts'
import type { Fact } from './facts.ts'
import { type Door, type Draw, isPerson, NothingToDo, pick, type Stage, through } from './stage.ts'

const priorities = ['1 - Critical', '5 - Planning'] as const

/** Describes the incident of the history: its urgency, and whether it names the change. */
function incident({ number }: Stage, { choice }: Draw) {
  const priority = pick(priorities, choice)
  const isLinked = choice % 4 < 3
  const facts: Fact[] = [{ is: 'incident', isUrgent: isLinked && priority === priorities[0] }]
  return { number: `INC-${number}`, priority, related_change: isLinked ? number : null, facts }
}

const opened = { short_description: 'Card payments time out', opened_at: '2026-03-01T04:00:00.000Z' }

const importedIncident =
  (actorFor: (stage: Stage, draw: Draw) => Actor): Door =>
  async (stage, draw) => {
    const { facts, related_change, ...fields } = incident(stage, draw)
    const row = { ...opened, ...fields, state: 'new', related_change: related_change ?? '' }
    return (await importRowAs(stage, actorFor(stage, draw), 'incidents', row)) ? facts : []
  }

/** Doors by which people and systems write records that decide about a change or its people. */
export const otherDoors = {
  async put_incident(stage, draw) {
    const { number, facts, ...fields } = incident(stage, draw)
    await putIncident(through(stage, putContract, draw.who), number, { ...opened, ...fields }, unconditional)
    return facts
  },
  import_incident: importedIncident((stage, { who }) => importerOf(stage, who)),
  connection_incident: importedIncident(({ world }) => world.connection),
  async list_person(stage, { who, whom }) {
    const text = spelled(whom, 'text')
    const row = { id: `usr_${stage.number}_${whom}`, name: text, email: `${whom}@corp.example` }
    const isWritten = await importRowAs(stage, importerOf(stage, who), 'users', row)
    return isWritten && isPerson(who) && people[who].role !== 'admin' ? [{ is: 'listed', text, who }] : []
  },
  async undo_import(stage, { who }) {
    const ctx = through(stage, undoContract, who)
    const last = stage.imports.pop()
    if (!last || last.kind === 'improvements') throw new NothingToDo()
    await undoMerged(ctx, last)
    const change = await getChange(stage.world.as(people.ada), stage.number)
    return [{ is: 'record', type: change.type, risk: change.risk ?? 'low', state: change.state }]
  },
  async rename_account(stage, { who, whom, choice }) {
    const { id } = people[whom]
    const name = `Person ${choice}`
    await updateAccount(through(stage, accountContract, who), id, { name })
    stage.world.renamed.set(id, name)
    return []
  },
} as const satisfies Readonly<Record<string, Door>>
