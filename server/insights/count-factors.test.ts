import fc from 'fast-check'
import { expect, test } from 'vitest'
import { countFactors as contract } from '#lib/contracts/app/metrics.ts'
import { listQueue as queueContract } from '#lib/contracts/app/queue.ts'
import { fillForm } from '#lib/contracts/app/review-forms.ts'
import { riskVerdicts, secondLookVerdicts } from '#lib/contracts/app/review-values.ts'
import { changeRisks, changeTypes } from '#lib/contracts/changes.ts'
import { reviewOutcomes } from '#lib/contracts/record-values.ts'
import { addDaysTo } from '#lib/domain/improvements/improvement-due.ts'
import { checkHref, completedReviewsHref, factorHref } from '#lib/domain/metrics/metric-lists.ts'
import { splitIntoBuckets } from '#lib/domain/metrics/metric-period.ts'
import { provideTestDatabase } from '#server/platform/db/testing.ts'
import { testContext } from '#server/platform/runtime/testing-context.ts'
import { henrike, insertOwed } from '#server/reviews/testing.ts'
import { checkWordings } from '#server/schema/policy.ts'
import { requesterQuestions, reviewSteps } from '#server/schema/reviews.ts'
import { listQueue } from '#server/worklist/queue/queries.ts'
import { countFactors, listRepeatedFactors } from './count-factors.ts'

const database = provideTestDatabase()
const ctx = () => testContext(database.db, henrike, new Date('2026-12-01T10:00:00Z'))
const services = ['payments', 'mail', 'dns, "old"']
const drawn = fc.sample(
  fc.record({
    factors: fc.uniqueArray(fc.constantFrom('Test', 'Plan', "Driver's tool"), { maxLength: 3 }),
    affectedServices: fc.uniqueArray(fc.constantFrom(...services), { maxLength: 3 }),
    day: fc.constantFrom('2025-11-30', '2025-12-31', '2026-01-01', '2026-03-31', '2026-04-01', '2026-11-30'),
    type: fc.constantFrom(...changeTypes),
    risk: fc.option(fc.constantFrom(...changeRisks)),
    told: fc.constantFrom('yes', 'no', 'not_answered'),
    stakeholders: fc.array(fc.constantFrom('yes', 'no', 'not_answered'), { maxLength: 3 }),
    verdict: fc.constantFrom(...riskVerdicts, null),
    was_emergency: fc.option(fc.boolean()),
    pirOutcome: fc.constantFrom(...reviewOutcomes),
    look: fc.option(fc.constantFrom(...secondLookVerdicts)),
    lead: fc.integer({ min: -2, max: 20 }),
    approval: fc.option(fc.integer({ min: -3, max: 2 })),
    isCompleted: fc.integer({ min: 0, max: 4 }).map((value) => value > 0),
  }),
  { numRuns: 120, seed: 43 },
)

const quarterOf = (day: string) =>
  `${day.slice(0, 4)}-${['01', '04', '07', '10'][Math.floor((Number(day.slice(5, 7)) - 1) / 3)]}-01`
const countListed = async (href: string) => {
  const query = queueContract.query.parse({ query: new URL(href, 'http://localhost').searchParams.get('query') })
  return (await listQueue(ctx(), query)).total
}
const atNoon = (day: string, later = 0) => `${addDaysTo(day, later)}T12:00:00.000Z`
const isInPeriod = (day: string) => day >= '2025-12-01' && day <= '2026-11-30'

test('factors, outcomes by risk, lead times and late approvals are counted as a recount does, and lists show the same changes', async () => {
  const wording = { checkId: 'told', kind: 'yes_no' as const, options: [], expected: 'yes' }
  await database.db.insert(checkWordings).values([
    { ...wording, version: 1, wording: 'Told?' },
    { ...wording, version: 2, wording: 'Told in time?' },
    { ...wording, checkId: 'works', version: 1, wording: 'Works?', kind: 'choice', options: ['no', 'yes'] },
  ])
  for (const [
    index,
    {
      factors,
      affectedServices,
      day,
      told,
      stakeholders,
      verdict,
      was_emergency,
      isCompleted,
      look,
      lead,
      approval,
      ...values
    },
  ] of drawn.entries()) {
    const secondLook = look && { verdict: look, note: '', by: 'Noor', at: atNoon(day) }
    const review = {
      factors,
      secondLook,
      checks: [`told: ${told}`],
      status: isCompleted ? ('completed' as const) : ('in_progress' as const),
    }
    await insertOwed(database.db, `CHG-${index}`, review, {
      ...values,
      affectedServices,
      pirDate: day,
      pirCompleted: isCompleted,
      actualStart: atNoon(day, -1),
      actualEnd: atNoon(day),
      createdAt: atNoon(day, -lead),
      approvedAt: approval === null ? null : atNoon(day, approval),
    })
    const reference = `PIR-CHG-${index}`
    for (const [person, works] of stakeholders.entries()) {
      const asked = {
        reference,
        question: '',
        askedBy: '',
        askedByName: '',
        askedAt: atNoon(day),
        expiresAt: atNoon(day),
      }
      const stakeholder = { ...asked, kind: 'stakeholder' as const, requester: `${person}@x.example` }
      const rows = [
        // Somebody who was asked again counts once.
        { checkTags: ['works: not_answered'], answeredAt: null },
        { checkTags: [`works: ${works}`], answeredAt: works === 'not_answered' ? null : atNoon(day) },
      ]
      await database.db.insert(requesterQuestions).values(
        rows.map((row, again) => {
          const id = `${reference}-${person}-${again}`
          return { ...stakeholder, ...row, id, secretHash: id }
        }),
      )
    }
    const saved = {
      version: 1,
      savedAt: '2026-12-01T00:00:00.000Z',
      savedBy: 'Noor',
      updatedAt: '2026-12-01T00:00:00.000Z',
    }
    await database.db
      .insert(reviewSteps)
      .values({ reference, step: 'risk', form: fillForm('risk', { verdict, was_emergency }), ...saved })
  }
  for (const filter of [{}, { service: 'dns, "old"' }, { type: 'emergency' as const }]) {
    const counted = drawn.filter(
      ({ isCompleted, day, type, affectedServices }) =>
        isCompleted &&
        isInPeriod(day) &&
        (filter.type === undefined || type === filter.type) &&
        (filter.service === undefined || affectedServices.includes(filter.service)),
    )
    const found = await countFactors(ctx(), contract.query.parse({ from: '2025-12-01', to: '2026-11-30', ...filter }))
    const recount = (keysOf: (change: (typeof drawn)[number]) => readonly string[]) => {
      const keys = counted.flatMap((change) =>
        change.factors.flatMap((factor) => keysOf(change).map((key) => JSON.stringify([factor, key]))),
      )
      return Map.groupBy(keys, (key) => key)
    }
    const byQuarter = recount(({ day }) => [quarterOf(day)])
    expect(found.by_quarter).toHaveLength(byQuarter.size)
    for (const { factor, quarter, changes } of found.by_quarter)
      expect(changes).toBe(byQuarter.get(JSON.stringify([factor, quarter]))?.length)
    const byRisk = Map.groupBy(counted, ({ risk, verdict, pirOutcome }) => JSON.stringify([risk, verdict, pirOutcome]))
    expect(found.by_risk).toHaveLength(byRisk.size)
    for (const { risk, verdict, outcome, changes } of found.by_risk) {
      expect(changes).toBe(byRisk.get(JSON.stringify([risk, verdict, outcome]))?.length)
      if (risk === null || verdict === null) continue
      const conditions = [`risk = ${risk}`, `risk_verdict = ${verdict}`, `pir_outcome = ${outcome}`]
      expect(await countListed(completedReviewsHref(conditions, found.period, filter))).toBe(changes)
    }
    const answers = counted.flatMap(({ told, stakeholders, day }) => {
      const tags = [`told: ${told}`, ...stakeholders.flatMap((works) => [`works: ${works}`, 'works: not_answered'])]
      return [...new Set(tags)].map((tag) => `${tag} ${quarterOf(day)}`)
    })
    const byCheck = Map.groupBy(answers, (answer) => answer)
    expect(found.checks).toHaveLength(byCheck.size)
    const inOrder = ['told: yes', 'told: no', 'told: not_answered', 'works: no', 'works: yes', 'works: not_answered']
    const named = new Set(found.checks.map(({ check }) => check))
    expect([...named]).toEqual(inOrder.filter((check) => named.has(check)))
    for (const { check, wording, quarter, changes } of found.checks) {
      const asked = check.startsWith('told') ? 'Told in time?' : 'Works?'
      expect([wording, changes]).toEqual([asked, byCheck.get(`${check} ${quarter}`)?.length])
      const span = splitIntoBuckets(found.period, 'quarter', found.period.to).find(({ start }) => start === quarter)
      if (span) expect(await countListed(checkHref(check, span, filter))).toBe(changes)
    }
    const emergencies = counted.filter(({ type }) => type === 'emergency')
    const unneeded = emergencies.filter(({ was_emergency: was }) => was === false).length
    expect(found.emergencies).toEqual({ reviewed: emergencies.length, unneeded })
    const listed = completedReviewsHref(['type = emergency', 'was_emergency = false'], found.period, filter)
    expect(await countListed(listed)).toBe(unneeded)
    const people = counted.flatMap(({ stakeholders }) => stakeholders)
    const { list: asked_list, ...stakeholders } = found.stakeholders
    expect(stakeholders).toEqual({
      asked: people.length,
      answered: people.filter((works) => works !== 'not_answered').length,
      changes: await countListed(asked_list),
    })
    expect(stakeholders.changes).toBe(counted.filter((change) => change.stakeholders.length > 0).length)
    const looks = counted.flatMap(({ look }) => look ?? [])
    const good = looks.filter((look) => look !== 'worse').length
    const { list, worse_list, ...taken } = found.second_looks
    expect(taken).toEqual({ taken: looks.length, good })
    expect(await countListed(list)).toBe(good)
    expect(await countListed(worse_list)).toBe(looks.length - good)
    const ended = drawn.filter(
      ({ day, type, affectedServices }) =>
        isInPeriod(day) &&
        (filter.type === undefined || type === filter.type) &&
        (filter.service === undefined || affectedServices.includes(filter.service)),
    )
    const leads = ended.flatMap(({ lead }) => (lead < 0 ? [] : [lead])).toSorted((one, other) => one - other)
    const middle = (leads.length - 1) / 2
    const median = ((leads[Math.floor(middle)] ?? 0) + (leads[Math.ceil(middle)] ?? 0)) / 2
    const approved = ended.flatMap(({ type, approval }) => (type === 'normal' && approval !== null ? [approval] : []))
    const late = approved.filter((days) => days > -1).length
    const { late_list, ...process } = found.process
    expect(process).toEqual({
      ended: ended.length,
      lead_days: median,
      approved: approved.length,
      approved_late: late,
    })
    expect(await countListed(late_list)).toBe(late)
    const byService = recount(({ affectedServices }) => affectedServices)
    expect(found.by_service).toHaveLength(byService.size)
    for (const { factor, service, changes } of found.by_service) {
      expect(changes).toBe(byService.get(JSON.stringify([factor, service]))?.length)
      expect(await countListed(factorHref(factor, found.period, { ...filter, alsoAffects: service }))).toBe(changes)
    }
  }
})

test('a factor that contributed twice in a year on a service is named when a change of it is planned', async () => {
  await insertOwed(database.db, 'CHG-PLANNED', {}, { affectedServices: ['payments'] })
  const { rows } = await listRepeatedFactors(ctx(), 'CHG-PLANNED')
  const since = drawn.filter(
    ({ isCompleted, day, affectedServices }) =>
      isCompleted && day >= '2025-12-01' && affectedServices.includes('payments'),
  )
  const recount = [
    ...Map.groupBy(
      since.flatMap(({ factors }) => factors),
      (factor) => factor,
    ),
  ]
    .map(([factor, { length: changes }]) => ({ factor, service: 'payments', changes }))
    .filter(({ changes }) => changes > 1)
  expect(recount.length).toBeGreaterThan(1)
  expect(new Set(rows)).toEqual(new Set(recount))
  await insertOwed(database.db, 'CHG-ELSEWHERE', {}, { affectedServices: ['vpn'] })
  expect((await listRepeatedFactors(ctx(), 'CHG-ELSEWHERE')).rows).toEqual([])
})
