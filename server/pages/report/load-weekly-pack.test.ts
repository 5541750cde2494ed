import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { formatInline } from '#lib/report/report-text.ts'
import { findWeek } from '#lib/time/week.ts'
import { createArticle } from '#server/articles/commands.ts'
import { drawRecords, insertRecords } from '#server/insights/testing.ts'
import { setTestRuntime } from '#server/platform/api/testing-call.ts'
import { provideTestDatabase } from '#server/platform/db/testing.ts'
import { testContext, testPerson } from '#server/platform/runtime/testing-context.ts'
import { reviews } from '#server/schema/reviews.ts'
import { loadWeeklyPack, renderWeeklyPack } from './load-weekly-pack.ts'

const now = new Date('2025-11-20T15:00:00Z')
const weeks = Array.from({ length: 24 }, (_, at) => findWeek('2025-01-08', 2 * at))

/** The sections of the pack, each with an independent condition of its changes in SQL. */
const conditions = {
  'Overdue reviews': `r.status in ('not_started', 'in_progress', 'awaiting_sign_off') and r.due_on < $today`,
  'Changes that failed or caused an incident': `$ended between $from and $to and $failed`,
  'Earlier changes that failed or caused an incident': `$completed between $from and $to and $ended < $from and $failed`,
  'Outcomes chosen against the evidence': `$completed between $from and $to and r.proposed_outcome <> c.pir_outcome`,
  'Waived reviews': `r.status = 'waived' and r.waived_by is not null and (r.waived_at at time zone $zone)::date between $from and $to`,
} as const

describe.each(['Pacific/Auckland', 'America/St_Johns'])(
  'the weekly packs of a generated year, in days of %s',
  (zone) => {
    const database = provideTestDatabase()
    const context = (at = now) => ({ ...testContext(database.db, testPerson('manager'), at), zone })
    beforeAll(async () => {
      setTestRuntime(database)
      await insertRecords(database.db, drawRecords(71))
      // At this moment it is another day in UTC than in either zone.
      for (const { to } of weeks) {
        const published = new Date(`${to}T${zone === 'Pacific/Auckland' ? '00:30:00+12:00' : '22:00:00-03:30'}`)
        await createArticle(context(published), { content: `# Of ${to}`, metadata: { article_type: 'lesson' } })
      }
    })

    /** Lists the numbers of a section's changes. */
    async function recount(condition: string, { from, to }: { from: string; to: string }): Promise<string[]> {
      const day = (column: string) => `(${column} at time zone '${zone}')::date`
      const values: Readonly<Record<string, string>> = {
        today: `(timestamptz '${now.toISOString()}' at time zone '${zone}')::date`,
        from: `date '${from}'`,
        to: `date '${to}'`,
        zone: `'${zone}'`,
        ended: day('c.actual_end'),
        completed: day('coalesce(v.completed_at, r.completed_at)'),
        failed: `c.pir_outcome is not null and (c.pir_outcome = 'failed' or exists (select from incidents i where i.caused_by_change = c.number))`,
      }
      const { rows } = await database.db.execute<{ number: string }>(sql`
      select c.number from changes c left join reviews r on r.change_number = c.number
      left join review_versions v on v.reference = r.reference and v.number = 1
      where not c.is_stub and c.state <> 'canceled' and ${sql.raw(condition.replace(/\$(\w+)/g, (_, name) => values[name] ?? ''))}
      order by 1`)
      return rows.map(({ number }) => number)
    }

    test('list each change that their sections say, and no other, and each lesson of the week', async () => {
      const total = new Map<string, number>()
      for (const week of weeks) {
        const { parts } = (await loadWeeklyPack(context(), week)).report
        const tables = new Map(
          parts.flatMap((part) =>
            part.kind === 'section'
              ? part.parts.flatMap((one) => (one.kind === 'table' ? [[part.title, one.rows]] : []))
              : [],
          ) as [string, readonly (readonly [Parameters<typeof formatInline>[0]])[]][],
        )
        for (const [title, condition] of Object.entries(conditions)) {
          const reported = (tables.get(title) ?? []).map(([first]) => formatInline(first, zone))
          expect([week.from, title, reported.toSorted()]).toEqual([week.from, title, await recount(condition, week)])
          total.set(title, (total.get(title) ?? 0) + reported.length)
        }
        const lessons = tables.get('Lessons published')?.map(([first]) => formatInline(first, zone))
        expect([week.from, lessons]).toEqual([week.from, [`Of ${week.to}`]])
      }
      expect([...total].filter(([, count]) => count === 0)).toEqual([])
    })

    test('of a past week stay as they were first read, to the byte, and say of when they are', async () => {
      const [week] = weeks
      if (!week) throw new Error('There is a week.')
      const first = await loadWeeklyPack(context(), week)
      expect(formatInline(first.report.facts, zone)).toContain('State of')
      const pdf = await renderWeeklyPack(context(), first)
      await database.db.update(reviews).set({ status: 'completed', completedAt: now.toISOString() })
      const later = { ...context(new Date('2026-05-01T15:00:00Z')), actor: testPerson('viewer'), zone: 'UTC' }
      const again = await loadWeeklyPack(later, week)
      expect(again).toEqual(first)
      expect(Buffer.compare(await renderWeeklyPack(later, again), pdf)).toBe(0)
    })
  },
)
