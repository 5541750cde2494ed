import * as issues from '#lib/contracts/app/improvements.ts'
import { settleImprovementLook as closeContract, editImprovement } from '#lib/contracts/app/improvements.ts'
import { updateImprovement as patchContract } from '#lib/contracts/improvements.ts'
import { addIssueLink, removeIssueLink } from '#server/connections/trackers/link-commands.ts'
import { closeRecheck } from '#server/improvements/close-recheck.ts'
import { updateImprovement } from '#server/improvements/commands.ts'
import { getImprovement } from '#server/improvements/queries.ts'
import { reopenAction } from '#server/improvements/reopen-action.ts'
import type { Context } from '#server/platform/runtime/context.ts'
import { getImporter, importRowAs } from './doors-of-records.ts'
import { findPersonKey, people } from './model.ts'
import {
  createCallerContext,
  type Door,
  type Draw,
  type HistoryStage,
  isPerson,
  NothingToDo,
  pick,
  toActionFacts,
} from './world.ts'

/** Chooses the caller: people edit actions in the browser, tokens of the system of record by PATCH. */
const getEditor = (stage: HistoryStage, { who }: Draw) =>
  createCallerContext(stage, who === 'script' ? patchContract : editImprovement, who)

/** Name by which a tracker may name anybody. */
const nickname = 'dev-on-call'

/** Name of the actor as the person who did or verified an action. */
const getActorName = ({ actor }: Context) => (actor.kind === 'account' ? actor.email : actor.name)

const evidence = 'Log of the rehearsal'
const verification = { status: 'verified', recheck_on: '2030-01-01' } as const

/** Person responsible for an action: for a token, the admin who issued it. */
export const getResponsible = (who: Draw['who']) => (isPerson(who) ? who : 'ada')

/** Fields of the action as created or imported; its owner is the implementer of the change. */
export const createActionFields = ({ number, actionOwner }: HistoryStage) => ({
  title: 'Rehearse upgrades',
  source_ref: number,
  owner: people[actionOwner].email,
  target_date: '2030-01-01',
})

/** Imports the action as in a file. Returns true if that wrote anything. */
export const importAction = (stage: HistoryStage, who: Draw['who'], status: string): Promise<boolean> =>
  importRowAs(stage, getImporter(stage, who), 'improvements', {
    ...createActionFields(stage),
    id: stage.actionId,
    status,
  })

/** Doors by which people, tokens, imports and a tracker change an improvement action. */
export const actionDoors = {
  async own_action(stage, draw) {
    await updateImprovement(getEditor(stage, draw), stage.actionId, { owner: people[draw.whom].email })
    return toActionFacts(draw.whom)
  },
  async do_action(stage, draw) {
    const ctx = getEditor(stage, draw)
    const before = await getImprovement(ctx, stage.actionId)
    const after = await updateImprovement(ctx, stage.actionId, { status: 'done', evidence })
    return before.status !== 'done' && after.done_by === getActorName(ctx)
      ? toActionFacts(getResponsible(draw.who))
      : []
  },
  async write_evidence(stage, draw) {
    const ctx = getEditor(stage, draw)
    const before = await getImprovement(ctx, stage.actionId)
    const after = await updateImprovement(ctx, stage.actionId, { evidence: `${evidence}, part ${draw.choice}` })
    return before.evidence === after.evidence ? [] : toActionFacts(getResponsible(draw.who))
  },
  async return_action(stage, draw) {
    await updateImprovement(getEditor(stage, draw), stage.actionId, {
      status: 'in_progress',
      reason: 'It does not work.',
    })
    return []
  },
  async verify_action(stage, draw) {
    const ctx = getEditor(stage, draw)
    const before = await getImprovement(ctx, stage.actionId)
    const stated = draw.choice % 3 === 0 ? draw.whom : undefined
    const closer = stated === undefined ? {} : { closed_by: people[stated].email }
    const after = await updateImprovement(ctx, stage.actionId, { ...verification, ...closer })
    if (after.verified_by !== getActorName(ctx) || before.verified_at === after.verified_at) return []
    return [{ is: 'verified', who: isPerson(draw.who) ? draw.who : null, ...(stated !== undefined && { stated }) }]
  },
  async link_issue(stage, { who }) {
    const ctx = createCallerContext(stage, issues.addIssueLink, who)
    await addIssueLink(ctx, stage.actionId, { connection_id: stage.world.trackerId, issue: stage.issueKey })
    await stage.world.readTracker()
    return toActionFacts(getResponsible(who))
  },
  async unlink_issue(stage, { who }) {
    await removeIssueLink(
      createCallerContext(stage, issues.removeIssueLink, who),
      stage.actionId,
      stage.world.trackerId,
    )
    return []
  },
  async close_issue({ world, issueKey, actionId }, { whom, choice }) {
    const issue = world.issues.find(Number(issueKey.split('-')[1]))
    if (!issue || issue.status === 'Done') throw new NothingToDo()
    world.issues.edit(issue, { status: 'Done', editor: choice % 3 === 2 ? nickname : people[whom].name })
    const before = await getImprovement(world.as(people.ada), actionId)
    await world.readTracker()
    const after = await getImprovement(world.as(people.ada), actionId)
    if (before.status === 'done' || after.status !== 'done') return []
    if (after.done_by === people[whom].email) return toActionFacts(whom)
    return [{ is: 'closed by unknown' }]
  },
  async reopen_issue({ world, issueKey }) {
    const issue = world.issues.find(Number(issueKey.split('-')[1]))
    if (!issue || issue.status === 'To Do') throw new NothingToDo()
    world.issues.edit(issue, { status: 'To Do' })
    await world.readTracker()
    return []
  },
  async import_action(stage, { who, choice }) {
    const isWritten = await importAction(stage, who, pick(['verified', 'in_progress', 'done'], choice))
    return isWritten ? toActionFacts(getResponsible(who)) : []
  },
  async recheck_action({ world, actionId }) {
    const ctx = world.as(world.job)
    const { id, title, owner, status, verified_by } = await getImprovement(ctx, actionId)
    if (status !== 'done' && status !== 'verified') throw new NothingToDo()
    await reopenAction(ctx, { id, title, owner, status, verified_by }, 'INC1', 'INC1 is linked to it.')
    return []
  },
  async close_recheck(stage, { who, choice }) {
    const ctx = createCallerContext(stage, closeContract, who)
    const before = await getImprovement(ctx, stage.actionId)
    const after = await closeRecheck(ctx, stage.actionId, { is_same_failure: choice % 2 === 1, note: 'Another cause' })
    if (after.status !== 'verified') return []
    // A restored verification belongs to the person who made it.
    return [{ is: 'verified', who: findPersonKey(before.verified_by) }]
  },
} as const satisfies Readonly<Record<string, Door>>
