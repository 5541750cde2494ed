import { hash } from 'node:crypto'
import { and, desc, eq, getTableColumns, isNotNull, type SQL, sql } from 'drizzle-orm'
import { modelActions, policyActions } from '#lib/actions/policy-actions.ts'
import {
  type ChangeModel,
  type decideStandard as decideContract,
  defaultStandardRule,
  maxNamed,
  type StandardDecision,
  StandardRule,
  type listTitleModels as titlesContract,
} from '#lib/contracts/app/standard-changes.ts'
import type { ReviewOutcome } from '#lib/contracts/changes.ts'
import type { BodyOf, ResponseOf } from '#lib/contracts/endpoint.ts'
import { reviewOutcomes } from '#lib/contracts/record-values.ts'
import { modelHref } from '#lib/domain/metrics/metric-lists.ts'
import { nameQuarter, splitIntoBuckets } from '#lib/domain/metrics/metric-period.ts'
import { isStandardOn, proposeDecision, type ReviewedSince } from '#lib/domain/standard-changes.ts'
import { writeCanonicalJson } from '#lib/text/canonical-json.ts'
import { addMonthsTo } from '#lib/time/local-day.ts'
import { getStartOfDayIn } from '#lib/time/wall-clock.ts'
import { findPeopleNames } from '#server/people/names.ts'
import { assertAnotherPerson } from '#server/people/resolve-people.ts'
import { listDifferences, recordEvent } from '#server/platform/audit/record-event.ts'
import type { Queryable } from '#server/platform/db/client.ts'
import { assertVersion } from '#server/platform/db/precondition.ts'
import { AppError, invalidField, notFound } from '#server/platform/errors.ts'
import { type Context, getActingAccount, getToday } from '#server/platform/runtime/context.ts'
import { inTransaction } from '#server/platform/runtime/in-transaction.ts'
import { storeSetting } from '#server/platform/settings/stored-settings.ts'
import { changes } from '#server/schema/changes.ts'
import { type FrozenFigures, standardDecisions } from '#server/schema/former-states.ts'
import { settings } from '#server/schema/settings.ts'
import { toBounds } from './scope.ts'

type Row = Omit<typeof standardDecisions.$inferSelect, 'figures'> & Pick<StandardDecision, 'figures'>

/** The columns of a decision, without the list of its changes. */
const decisionColumns = {
  ...getTableColumns(standardDecisions),
  figures: sql<StandardDecision['figures']>`(${standardDecisions.figures}::jsonb - 'changes')`,
}

/** The longest time for which a decision makes a model standard. */
const mostMonths = 60

/** Key of the rule among the settings. */
const key = 'standard_changes'

/** Reads when a decision is proposed. */
async function readStandardRule(db: Queryable): Promise<StandardRule> {
  const [row] = await db.select({ value: settings.value }).from(settings).where(eq(settings.key, key))
  return StandardRule.catch(defaultStandardRule).parse(row?.value)
}

export async function setStandardRule(ctx: Context, rule: StandardRule): Promise<StandardRule> {
  return inTransaction(ctx, async (tx) => {
    await tx.db.execute(sql`select pg_advisory_xact_lock(hashtext(${key}))`)
    const changed = listDifferences(await readStandardRule(tx.db), rule)
    if (Object.keys(changed).length === 0) return rule
    await storeSetting(tx, key, { value: rule })
    await recordEvent(tx, policyActions.standard_rule, key, changed)
    return rule
  })
}

/** The months of a rule until today, in calendar days of the organisation. */
function readPeriod(ctx: Pick<Context, 'now' | 'zone'>, rule: StandardRule) {
  const to = getToday(ctx)
  return { from: addMonthsTo(to, -rule.months), to }
}

type Period = ReturnType<typeof readPeriod>

/** Changes of models that count, and whether their review counts. */
const isCounted = sql`${changes.model} is not null and not ${changes.isStub} and ${changes.state} <> 'canceled'`
const isReviewed = ({ from, to }: Period): SQL =>
  sql`(${changes.pirCompleted} and ${changes.pirOutcome} is not null and ${changes.pirDate} between ${from} and ${to})`
const isFailed = sql`${changes.pirOutcome} = 'failed'`
const hasIssues = sql`${changes.pirOutcome} in ('successful_with_issues', 'partially_successful')`

/** Counts the reviews that match a condition, as columns whose names begin with `prefix`. */
const countReviews = (condition: SQL, prefix = ''): SQL =>
  sql.join(
    [['reviewed', sql`true`] as const, ['failed', isFailed] as const, ['issues', hasIssues] as const].map(
      ([name, is]) => sql`(count(*) filter (where ${condition} and ${is}))::int as ${sql.identifier(prefix + name)}`,
    ),
    sql`, `,
  )

type Counted = ReviewedSince & {
  readonly model: string
  readonly changes: number
  readonly since_reviewed: number
  readonly since_failed: number
  readonly since_issues: number
  readonly failure: string | null
  readonly failed_on: string | null
}

const none = { changes: 0, reviewed: 0, failed: 0, issues: 0, since_reviewed: 0, since_failed: 0, since_issues: 0 }

/** Lists the change models with their figures, those with a proposal first, then by their number of changes. */
export async function listChangeModels(ctx: Context): Promise<{ rule: StandardRule; rows: ChangeModel[] }> {
  const { db, zone = 'UTC' } = ctx
  const rule = await readStandardRule(db)
  const period = readPeriod(ctx, rule)
  const reviewed = isReviewed(period)
  const isNew = sql`(${reviewed} and known.number is null)`
  const { rows: counted } = await db.execute<Counted>(sql`
    select ${changes.model} as model, ${countReviews(reviewed)}, ${countReviews(isNew, 'since_')},
      (count(*) filter (where ${changes.actualEnd} >= ${getStartOfDayIn(period.from, zone)}))::int as changes,
      (array_agg(${changes.number} order by ${changes.pirDate} desc, ${changes.number}) filter (where ${reviewed} and ${isFailed}))[1] as failure,
      (max(${changes.pirDate}) filter (where ${reviewed} and ${isFailed}))::text as failed_on
    from ${changes} left join (
      select model, reviewed ->> 'number' as number, reviewed ->> 'pir_outcome' as outcome
      from (select distinct on (model) model, figures from ${standardDecisions} where confirmed_at is not null
        order by model, edition desc) decided, json_array_elements(figures -> 'changes') reviewed
    ) known on known.model = ${changes.model} and known.number = ${changes.number} and known.outcome = ${changes.pirOutcome}
    where ${isCounted} group by ${changes.model}
    having count(*) > 1 or exists (select from ${standardDecisions} one where one.model = ${changes.model})`)
  type Quarterly = { model: string; quarter: string; outcome: ReviewOutcome; count: number }
  const { rows: quarterly } = await db.execute<Quarterly>(sql`
    select ${changes.model} as model, date_trunc('quarter', ${changes.pirDate}::timestamp)::date::text as quarter,
      ${changes.pirOutcome} as outcome, count(*)::int as count
    from ${changes} where ${isCounted} and ${reviewed} group by 1, 2, 3`)
  const latest = await db
    .select(decisionColumns)
    .from(standardDecisions)
    .where(
      sql`(${standardDecisions.model}, ${standardDecisions.edition}) in (
        select model, max(edition) from ${standardDecisions} group by model, confirmed_at is null)`,
    )
    .orderBy(desc(standardDecisions.edition))
  const decisions = Map.groupBy(await present(db, latest), ({ model }) => model)
  const quarters = Map.groupBy(quarterly, ({ model, quarter }) => `${quarter} ${model}`)
  const counts = new Map(counted.map((row) => [row.model, row]))
  const bounds = toBounds(period, zone)
  const starts = splitIntoBuckets(period, 'quarter', period.to).map(({ start }) => start)
  const rows = [...new Set([...counts.keys(), ...decisions.keys()])].map((model): ChangeModel => {
    const { since_reviewed, since_failed, since_issues, failure, failed_on, ...figures } = counts.get(model) ?? {
      ...none,
      failure: null,
      failed_on: null,
    }
    const [last] = decisions.get(model) ?? []
    const decision = decisions.get(model)?.find(({ shown }) => shown.confirmed_at !== null)?.shown ?? null
    const since = { reviewed: since_reviewed, failed: since_failed, issues: since_issues }
    return {
      ...figures,
      model,
      list: modelHref(model, [`actual_end >= ${bounds.from}`]),
      reviewed_list: modelHref(model, [
        'pir_completed = true',
        `pir_outcome IN (${reviewOutcomes.join(', ')})`,
        `pir_date >= ${period.from}`,
        `pir_date <= ${period.to}`,
      ]),
      quarters: starts.map((start) => ({
        quarter: nameQuarter(start),
        outcomes: Object.fromEntries(
          (quarters.get(`${start} ${model}`) ?? []).map(({ outcome, count }) => [outcome, count]),
        ),
      })),
      last_failure: failure !== null && failed_on !== null ? { number: failure, pir_date: failed_on } : null,
      is_standard: isStandardOn(decision, period.to),
      proposal: proposeDecision(figures, since, decision, rule, period.to),
      decision,
      pending: last && last.shown.confirmed_at === null ? last.shown : null,
    }
  })
  const isAsked = ({ proposal, pending }: ChangeModel) => Number(proposal !== null || pending !== null)
  return {
    rule,
    rows: rows.sort(
      (one, other) =>
        isAsked(other) - isAsked(one) || other.changes - one.changes || (one.model < other.model ? -1 : 1),
    ),
  }
}

const months = 'january|february|march|april|may|june|july|august|september|october|november|december'

/** What titles of the same kind of work have in common: their words without numbers and months. */
const titleWords = sql`trim(regexp_replace(lower(${changes.title} collate "und-x-icu"), ${`(\\m(${months})\\M|[^[:alpha:]])+`}, ' ', 'g'))`

/** The most titles that are compared at once, which limits the time for large tables. */
const mostTitles = 20_000

/** Proposes change models from the titles of changes without one. */
export async function listTitleModels(ctx: Context) {
  const { from } = readPeriod(ctx, await readStandardRule(ctx.db))
  const { rows } = await ctx.db.execute<ResponseOf<typeof titlesContract>['result'][number]>(sql`
    select upper(left(words, 1)) || substr(words, 2) as name, count(*)::int as count,
      (array_agg(title order by actual_end desc, number))[1] as title,
      (array_agg(number order by actual_end desc, number))[1:${maxNamed}] as changes
    from (
      select ${titleWords} as words, ${changes.title}, ${changes.number}, ${changes.actualEnd} from ${changes}
      where ${changes.model} is null and not ${changes.isStub} and ${changes.state} <> 'canceled'
        and ${changes.actualEnd} >= ${getStartOfDayIn(from, ctx.zone ?? 'UTC')}
      order by ${changes.actualEnd} desc limit ${mostTitles}
    ) ended where words <> '' group by words having count(*) >= 3 order by count(*) desc, words limit 50`)
  return { rows, total: rows.length }
}

/** The reviewed changes of a model in the months of the rule, which a decision keeps. */
async function readFigures(ctx: Context, model: string): Promise<FrozenFigures> {
  const rule = await readStandardRule(ctx.db)
  const reviewed = await ctx.db
    .select({
      number: changes.number,
      pir_date: sql<string>`${changes.pirDate}`,
      pir_outcome: sql<ReviewOutcome>`${changes.pirOutcome}`,
    })
    .from(changes)
    .where(and(isCounted, eq(changes.model, model), isReviewed(readPeriod(ctx, rule))))
    .orderBy(desc(changes.pirDate), changes.number)
  const count = (isOne: (outcome: ReviewOutcome) => boolean) =>
    reviewed.filter(({ pir_outcome: outcome }) => isOne(outcome)).length
  return {
    rule,
    reviewed: reviewed.length,
    failed: count((outcome) => outcome === 'failed'),
    issues: count((outcome) => outcome === 'successful_with_issues' || outcome === 'partially_successful'),
    changes: reviewed,
  }
}

const hashFigures = (figures: FrozenFigures) => hash('sha256', writeCanonicalJson(figures))

const readEditions = (db: Queryable, model: string) =>
  db.select().from(standardDecisions).where(eq(standardDecisions.model, model)).orderBy(desc(standardDecisions.edition))

/**
 * Decides whether a change model is standard, with its figures of this moment; another manager has to confirm it. Throws
 * `not_found` for a model that no change has, `invalid_parameter`, and `precondition_failed`.
 */
export async function decideStandard(
  ctx: Context,
  { model, decision, reason, owner, expires_on }: BodyOf<typeof decideContract>,
  expectedVersions?: readonly number[],
): Promise<StandardDecision> {
  const { email } = getActingAccount(ctx)
  const isStandard = decision === 'standard'
  if (isStandard && owner === null) throw invalidField('owner', 'body', 'must name who answers for a standard change')
  const today = getToday(ctx)
  if (isStandard && (expires_on === null || expires_on <= today || expires_on > addMonthsTo(today, mostMonths)))
    throw invalidField('expires_on', 'body', `must be a day after today, within ${mostMonths} months`)
  const figures = await readFigures(ctx, model)
  return inTransaction(ctx, async (tx) => {
    await tx.db.execute(sql`select pg_advisory_xact_lock(hashtext(${key}))`)
    const [latest] = await readEditions(tx.db, model).limit(1).for('update')
    const [known] = await tx.db.select({ model: changes.model }).from(changes).where(eq(changes.model, model)).limit(1)
    if (!known && !latest) throw notFound('change model', model)
    if (latest) assertVersion(latest.version, expectedVersions ?? [])
    const isPending = latest?.confirmedAt === null
    const row = {
      model,
      edition: (latest?.edition ?? 0) + (isPending ? 0 : 1),
      decision,
      reason,
      owner: isStandard ? owner : null,
      expiresOn: isStandard ? expires_on : null,
      figures,
      decidedBy: email,
      decidedAt: tx.now.toISOString(),
      confirmedBy: null,
      confirmedAt: null,
      version: (latest?.version ?? 0) + 1,
      origin: 'entry',
    }
    await tx.db
      .insert(standardDecisions)
      .values(row)
      .onConflictDoUpdate({ target: [standardDecisions.model, standardDecisions.edition], set: row })
    const stated = { decision, reason, owner: row.owner, expires_on: row.expiresOn }
    const proof = { edition: row.edition, figures_sha256: hashFigures(figures) }
    await recordEvent(tx, modelActions.decided, model, listDifferences({}, { ...stated, ...proof }))
    return presentOne(tx.db, row)
  })
}

/**
 * Confirms the last decision on a change model. Throws `not_found`, `conflict` if it is confirmed or over, `forbidden`
 * for who decided, by the same or another account, and `precondition_failed`.
 */
export async function confirmStandard(
  ctx: Context,
  model: string,
  expectedVersions?: readonly number[],
): Promise<StandardDecision> {
  const { email } = getActingAccount(ctx)
  return inTransaction(ctx, async (tx) => {
    const [row] = await readEditions(tx.db, model).limit(1).for('update')
    if (!row) throw notFound('decision on the change model', model)
    assertVersion(row.version, expectedVersions)
    if (row.confirmedAt !== null) throw new AppError('conflict', 'Another manager has confirmed this already.')
    if (row.expiresOn !== null && row.expiresOn < getToday(ctx))
      throw new AppError('conflict', `The decision ended on ${row.expiresOn}: decide anew.`)
    await assertAnotherPerson(tx, [row.decidedBy], 'You decided this, so another manager has to confirm it.')
    const confirmed = { confirmedBy: email, confirmedAt: tx.now.toISOString(), version: row.version + 1 }
    await tx.db
      .update(standardDecisions)
      .set(confirmed)
      .where(and(eq(standardDecisions.model, model), eq(standardDecisions.edition, row.edition)))
    const proof = { edition: row.edition, figures_sha256: hashFigures(row.figures) }
    await recordEvent(tx, modelActions.confirmed, model, listDifferences({}, { confirmed_by: email, ...proof }))
    return presentOne(tx.db, { ...row, ...confirmed })
  })
}

/** Lists all confirmed decisions, the first of each model first. */
export async function listConfirmedDecisions({ db }: Pick<Context, 'db'>) {
  const rows = await db
    .select()
    .from(standardDecisions)
    .where(isNotNull(standardDecisions.confirmedAt))
    .orderBy(standardDecisions.model, standardDecisions.edition)
  return (await present(db, rows)).map(({ model, shown }, index) => ({
    model,
    ...shown,
    figures: rows[index]?.figures,
  }))
}

const withoutChanges = ({ rule, reviewed, failed, issues }: StandardDecision['figures']) => ({
  rule,
  reviewed,
  failed,
  issues,
})

async function present(db: Queryable, rows: readonly Row[]): Promise<{ model: string; shown: StandardDecision }[]> {
  const people = rows.flatMap(({ owner, decidedBy, confirmedBy }) => [owner, decidedBy, confirmedBy])
  const names = await findPeopleNames(db, people)
  return rows.map(({ model, owner, decidedBy, confirmedBy, ...row }) => ({
    model,
    shown: {
      edition: row.edition,
      decision: row.decision,
      reason: row.reason,
      owner,
      owner_name: names.of(owner),
      expires_on: row.expiresOn,
      decided_by: decidedBy,
      decided_by_name: names.of(decidedBy),
      decided_at: row.decidedAt,
      confirmed_by: confirmedBy,
      confirmed_by_name: names.of(confirmedBy),
      confirmed_at: row.confirmedAt,
      figures: withoutChanges(row.figures),
      version: row.version,
    },
  }))
}

async function presentOne(db: Queryable, row: Row): Promise<StandardDecision> {
  const [one] = await present(db, [row])
  if (!one) throw new Error('The decision was not read.')
  return one.shown
}
