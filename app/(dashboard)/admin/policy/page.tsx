import { Plus } from 'lucide-react'
import type { Metadata } from 'next'
import { AdminTabs } from '#components/admin/admin-tabs.tsx'
import { managers, readers } from '#components/layout/navigation/role-groups.ts'
import { PageHeader } from '#components/layout/page-header.tsx'
import { RefreshOnReturn } from '#components/layout/refresh-on-return.tsx'
import { ChecksCard } from '#components/policy/checks-card.tsx'
import { FactorsCard } from '#components/policy/factors-card.tsx'
import { type FormerRule, FormerRulesCard } from '#components/policy/former-rules-card.tsx'
import { HolidaysCard } from '#components/policy/holidays-card.tsx'
import { GroupsCard, ServicesCard } from '#components/policy/reviewer-cards.tsx'
import { RuleList } from '#components/policy/rule-list.tsx'
import { SecondLooksCard } from '#components/policy/second-looks-card.tsx'
import { ButtonLink } from '#components/ui/button-link.tsx'
import { pagePaths } from '#lib/domain/page-paths.ts'
import { describeConditions } from '#lib/domain/policy/describe-policy.ts'
import { getPageContext } from '#server/pages/page-context.ts'
import { listPeopleNames } from '#server/people/names.ts'
import type { Context } from '#server/platform/runtime/context.ts'
import { listReviewChecks } from '#server/policy/checks.ts'
import { listFactors } from '#server/policy/factors.ts'
import { listHolidays } from '#server/policy/holidays.ts'
import { listReviewerGroups } from '#server/policy/reviewer-groups.ts'
import { readRules } from '#server/policy/rules.ts'
import { readSecondLookRule } from '#server/policy/second-look-rule.ts'
import { listServiceReviewers } from '#server/policy/service-reviewers.ts'
import { listFormerVersions } from '#server/reviews/policy/follow-rules.ts'

export const metadata: Metadata = { title: 'Review policy' }

/** Lists the former rules by which open reviews need a sign-off. */
const listFormerRules = async ({ db, actor }: Context): Promise<FormerRule[]> =>
  (await listFormerVersions(db)).map(({ rule, end, reviews }) => ({
    id: end.id,
    name: rule.name,
    conditions: describeConditions(rule.conditions).join(' · '),
    until: end.at,
    endedBy: end.actorName,
    isOwnEdit: end.actorId === actor.id,
    changes: reviews.map(({ row }) => row.changeNumber),
  }))

export default async function PolicyPage() {
  const ctx = await getPageContext(pagePaths.policy, readers)
  const [rules, groups, services, holidays, factors, checks, secondLooks, formerRules] = await Promise.all([
    readRules(ctx.db),
    listReviewerGroups(ctx),
    listServiceReviewers(ctx),
    listHolidays(ctx),
    listFactors(ctx),
    listReviewChecks(ctx),
    readSecondLookRule(ctx.db),
    listFormerRules(ctx),
  ])
  const assigned = rules.flatMap(({ assignment }) => (assignment.kind === 'person' ? [assignment.email] : []))
  const people = await listPeopleNames(ctx, assigned)
  const names = Object.fromEntries([
    ...groups.rows.map(({ id, name }) => [id, name]),
    ...people.result.map(({ email, name }) => [email, name]),
  ])
  return (
    <>
      <RefreshOnReturn />
      <AdminTabs role={ctx.actor.role} current={pagePaths.policy} />
      <PageHeader
        title="Review policy"
        description="Which changes need a review, by when and by whom. Every matching rule adds a reason. If several match, the stricter form, the earliest due date and any sign-off apply, and the first rule that finds a reviewer assigns it. An edited rule decides about changes that enter review from then on. Open reviews get a sign-off that it adds at once; one that it removes stays for work that began before, until another manager confirms."
        actions={
          managers(ctx.actor.role) ? (
            <ButtonLink href={pagePaths.policyRule('new')} variant="primary" icon={<Plus />}>
              New rule
            </ButtonLink>
          ) : null
        }
      />
      <div className="flex flex-col gap-5">
        <RuleList rules={rules} names={names} />
        <FormerRulesCard rules={formerRules} />
        <ChecksCard checks={checks.rows} />
        <div className="grid items-start gap-5 xl:grid-cols-3">
          <div className="flex min-w-0 flex-col gap-5">
            <GroupsCard groups={groups.rows} />
            <FactorsCard factors={factors.rows} />
            <SecondLooksCard rule={secondLooks} />
          </div>
          <ServicesCard services={services.result} unset={services.unset} />
          <HolidaysCard holidays={holidays.rows} year={ctx.now.getUTCFullYear()} />
        </div>
      </div>
    </>
  )
}
