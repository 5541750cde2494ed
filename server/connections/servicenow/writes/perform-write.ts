import { and, asc, eq, isNull, ne } from 'drizzle-orm'
import MarkdownIt from 'markdown-it'
import { getArticleBody } from '#lib/domain/articles/article-body.ts'
import { getArticleTitle } from '#lib/domain/articles/article-title.ts'
import { pagePaths } from '#lib/domain/page-paths.ts'
import { shorten } from '#lib/text/shorten.ts'
import { getArticle } from '#server/articles/queries.ts'
import { getChange } from '#server/changes/queries.ts'
import { escapeQueryValue } from '#server/connections/servicenow/table-api.ts'
import { getImprovement } from '#server/improvements/queries.ts'
import { resolveOrNull } from '#server/platform/errors.ts'
import { getSettings } from '#server/platform/settings/current-settings.ts'
import { getReview } from '#server/reviews/queries.ts'
import { incidents } from '#server/schema/changes.ts'
import { connectionRecords } from '#server/schema/connections.ts'
import { improvements } from '#server/schema/improvements.ts'
import { cancelledAction } from '#server/sync/outbox.ts'
import { type Attempt, dropped, failed, type WriteOutcome } from './attempt.ts'
import { cutText, describePirOutcome, summariseReview, type WrittenReview } from './review-comments.ts'
import { closeChange, writeFields } from './write-fields.ts'
import { createOnce, writeNote } from './write-once.ts'

const maxTitleLength = 100
/** Maximum brackets in a text, as the parser tries each as the start of a link; longer ones are shown as plain text. */
const maxBrackets = 10_000

const markdown = new MarkdownIt({ html: false, maxNesting: 50 })

/** Converts an article to a draft of `kb_knowledge`; a link at its end identifies it in ServiceNow. */
function buildKnowledgeDraft({ id, content }: { readonly id: string; readonly content: string }, link: string) {
  const body = getArticleBody(content)
  const isSimple = body.split('[').length <= maxBrackets
  const text = isSimple ? markdown.render(body) : `<pre>${markdown.utils.escapeHtml(body)}</pre>`
  const source = `<p>From Hindsight: ${markdown.utils.escapeHtml(link)} (${id})</p>`
  return { short_description: cutText(getArticleTitle(content), maxTitleLength, ''), text: `${text.trim()}\n${source}` }
}

const changeTable = 'change_request'
const maxShortDescription = 160
const maxReference = 100
/** Maximum incidents that are searched for a problem. */
const maxIncidents = 5

/** Performs a waiting write with the current records. */
export async function performWrite(attempt: Attempt): Promise<WriteOutcome> {
  const { payload } = attempt.row
  const change = await findRemoteId(attempt, 'change', payload.change)
  if (change === undefined) return failed(`${payload.change} is not known in ServiceNow any more.`)
  switch (payload.kind) {
    case 'improvement':
      return writeAction(attempt, change)
    case 'lesson':
      return writeLesson(attempt)
    default: {
      const review = await readReview(attempt)
      return 'status' in review ? review : writeReview(attempt, change, review)
    }
  }
}

function writeReview(attempt: Attempt, id: string, written: WrittenReview): Promise<WriteOutcome> | WriteOutcome {
  const { row, writes } = attempt
  const table = changeTable
  const { reference } = row.payload
  switch (row.payload.kind) {
    case 'review': {
      const { status, date, comments } = writes.review_fields
      const text = (max?: number) => summariseReview(written, max)
      return writeFields(attempt, {
        table,
        id,
        choice: status,
        wanted: {
          [status]: describePirOutcome(written.change),
          ...(written.change.pir_date !== null && { [date]: written.change.pir_date }),
          [comments]: text(),
        },
        shorten: (field, max) => (field === comments ? text(max) : undefined),
      })
    }
    case 'correlation_id':
      return writeFields(attempt, { table, id, wanted: { correlation_id: shorten(reference, maxReference, '') } })
    case 'close':
      return closeChange(attempt, id, written)
    case 'work_note': {
      const marker = `${reference} (${row.dedupeKey.replace(/^.* (?=version )/, '')})`
      const comment = `The review ${marker} is completed: ${describePirOutcome(written.change)}.`
      const link = written.link === reference ? '' : `\n${written.link}`
      return writeNote(attempt, { table, id, marker, text: `${comment}${link}` })
    }
    default:
      return writeCause(attempt, id)
  }
}

/** Writes the change as the cause of an incident that its review confirmed, or clears one written before. */
async function writeCause(attempt: Attempt, changeId: string): Promise<WriteOutcome> {
  const { ctx, row } = attempt
  const [incident] = await ctx.db
    .select({ causedBy: incidents.causedByChange })
    .from(incidents)
    .where(eq(incidents.number, row.key))
  if (!incident) return dropped(`${row.key} was removed.`)
  const isConfirmed = incident.causedBy === row.payload.change
  if (!isConfirmed && incident.causedBy !== null) return dropped(`${incident.causedBy} was confirmed as its cause.`)
  const id = (await findRemoteId(attempt, 'incident', row.key)) ?? (await findByNumber(attempt, 'incident', row.key))
  if (id === undefined) return failed(`There is no incident ${row.key} there, or the account may not read it.`)
  const wanted = { caused_by: isConfirmed ? changeId : '' }
  const result = await writeFields(attempt, { table: 'incident', id, wanted })
  const isOfOthers = !isConfirmed && result.status === 'conflict' && result.fields?.[0]?.theirs !== changeId
  return isOfOthers ? dropped('ServiceNow names another cause, which stays.') : result
}

async function writeAction(attempt: Attempt, changeId: string): Promise<WriteOutcome> {
  const { ctx, row, writes } = attempt
  const table = writes.improvements
  if (table === null) return dropped('Improvement actions are not written any more.')
  const action = await resolveOrNull(getImprovement(ctx, row.key))
  if (action === null || action.status === 'cancelled') return dropped(cancelledAction)
  const link = buildUrl(pagePaths.improvement(action.id)) ?? action.id
  const due = `Owner: ${action.owner}\nDue: ${action.target_date}\nFrom Hindsight: ${link}`
  const parent = table === 'change_task' ? 'change_request' : 'parent'
  const problem = table === 'problem_task' ? await findProblem(attempt) : undefined
  const values = {
    short_description: cutText(action.title, maxShortDescription, ''),
    description: cutText(action.description ? `${action.description}\n${due}` : due, 4_000, `From Hindsight: ${link}`),
    correlation_id: action.id,
    [parent]: changeId,
    ...(problem !== undefined && { problem }),
  }
  const search = {
    query: `${parent}=${escapeQueryValue(changeId)}^ORcorrelation_id=${escapeQueryValue(action.id)}`,
    fields: ['correlation_id', 'description'],
  }
  const remoteId = await findRemoteId(attempt, 'improvement', row.key)
  const id = remoteId ?? (await createOnce(attempt, { table, entity: 'improvement', values, search }))
  return writeFields(attempt, { table, id, wanted: values, replaceable: Object.keys(values) })
}

/** Finds the problem of an incident that the change caused; problem tasks belong to it. */
async function findProblem(attempt: Attempt): Promise<string | undefined> {
  const caused = await attempt.ctx.db
    .select({ number: incidents.number })
    .from(incidents)
    .where(eq(incidents.causedByChange, attempt.row.payload.change))
    .orderBy(asc(incidents.number))
    .limit(maxIncidents)
  for (const { number } of caused) {
    const id = await findRemoteId(attempt, 'incident', number)
    const remote = id === undefined ? undefined : await attempt.api.get('incident', id, ['problem_id'])
    if (remote?.problem_id) return String(remote.problem_id)
  }
  return undefined
}

async function writeLesson(attempt: Attempt): Promise<WriteOutcome> {
  const { ctx, row, writes } = attempt
  const table = 'kb_knowledge'
  const article = await resolveOrNull(getArticle(ctx, row.key))
  if (article === null) return dropped('The article was removed.')
  const draft = buildKnowledgeDraft(article, buildUrl(pagePaths.article(article.id)) ?? row.payload.reference)
  const base = writes.knowledge_base === null ? {} : { kb_knowledge_base: writes.knowledge_base }
  const remoteId = await findRemoteId(attempt, 'lesson', row.key)
  if (remoteId !== undefined) {
    const remote = await attempt.api.get(table, remoteId, ['workflow_state'])
    if (remote && remote.workflow_state !== 'draft') return dropped('It is no longer a draft: edit it in ServiceNow.')
    return writeFields(attempt, { table, id: remoteId, wanted: draft })
  }
  const values = { ...draft, ...base, workflow_state: 'draft' }
  const search = { query: `textLIKE${escapeQueryValue(row.key)}`, fields: ['text'] }
  const id = await createOnce(attempt, { table, entity: 'lesson', values, search })
  return writeFields(attempt, { table, id, wanted: draft, replaceable: Object.keys(draft) })
}

/** Reads a completed review with its change and actions, or returns the outcome if there is nothing to write. */
async function readReview({ ctx, row }: Attempt): Promise<WrittenReview | WriteOutcome> {
  const { reference } = row.payload
  const review = await resolveOrNull(getReview(ctx, reference))
  if (review?.status !== 'completed') return dropped('The review is not completed any more.')
  const actions = await ctx.db
    .select({ title: improvements.title, owner: improvements.owner, target_date: improvements.targetDate })
    .from(improvements)
    .where(and(eq(improvements.sourceRef, reference), ne(improvements.status, 'cancelled')))
    .orderBy(asc(improvements.targetDate), asc(improvements.id))
  const link = buildUrl(pagePaths.review(review.change_number)) ?? reference
  return { review, change: await getChange(ctx, review.change_number), actions, link }
}

/** Builds the URL of a page; undefined if the service has no public URL. */
function buildUrl(path: string): string | undefined {
  const { public_url: publicUrl } = getSettings()
  return publicUrl === null ? undefined : new URL(path, publicUrl).href
}

/** Finds the remote identifier of a local record that was read from the connection or written to it. */
async function findRemoteId({ ctx, connection }: Attempt, entity: string, key: string): Promise<string | undefined> {
  const { connectionId, remoteId, remoteDeletedAt } = connectionRecords
  const isRecord = and(eq(connectionRecords.entity, entity), eq(connectionRecords.key, key), isNull(remoteDeletedAt))
  const isKnown = and(isRecord, eq(connectionId, connection.id))
  const [known] = await ctx.db.select({ id: remoteId }).from(connectionRecords).where(isKnown).limit(1)
  return known?.id
}

async function findByNumber({ api }: Attempt, table: string, number: string): Promise<string | undefined> {
  const query = `number=${escapeQueryValue(number)}`
  const { rows } = await api.list(table, { query, fields: ['sys_id', 'number'], limit: 2 })
  const matchingRow = rows.find((row) => row.number === number)
  return matchingRow === undefined ? undefined : String(matchingRow.sys_id)
}
