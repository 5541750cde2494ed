import { and, eq, inArray, isNotNull } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import { pagePaths } from '#lib/domain/page-paths.ts'
import type { Queryable } from '#server/platform/db/client.ts'
import type { Context } from '#server/platform/runtime/context.ts'
import { getRuntime } from '#server/platform/runtime/runtime.ts'
import { findMailSettings, findProvider } from '#server/platform/settings/current-settings.ts'
import { changes } from '#server/schema/changes.ts'
import { auditEvents } from '#server/schema/history.ts'
import { holidays, reviewerGroups, serviceReviewers } from '#server/schema/policy.ts'
import { settings } from '#server/schema/settings.ts'

type FirstStep = {
  readonly title: string
  readonly description: string
  readonly href: string
  readonly action: string
  readonly isDone: boolean
  readonly isOptional?: true
}

const buildSettingsPath = (section: string) => `${pagePaths.organisation}#${section}`

/** Lists the first steps of an admin of a new installation, each with its page, in a sensible order. */
export async function listFirstSteps({ db }: Pick<Context, 'db'>): Promise<FirstStep[]> {
  const rows = await db.select({ key: settings.key }).from(settings).where(isNotNull(settings.value))
  const isSet = (key: string) => key in getRuntime().env.settings || rows.some((row) => row.key === key)
  return [
    {
      title: 'Name your organisation',
      description: 'Name and logo, on every page and in mail.',
      href: buildSettingsPath('organisation'),
      action: 'Set the name',
      isDone: isSet('organisation_name'),
    },
    {
      title: 'Check URL and time zone',
      description: 'Links in mail use the address. Days and due dates follow the time zone.',
      href: buildSettingsPath('organisation'),
      action: 'Check',
      isDone: isSet('public_url') && isSet('time_zone'),
    },
    {
      title: 'Add public holidays',
      description: 'Due dates skip them. Choose a country and the years.',
      href: `${pagePaths.policy}#policy-holidays`,
      action: 'Add holidays',
      isDone: await hasRows(db, holidays),
    },
    {
      title: 'Set up mail',
      description:
        'For notifications, the daily digest, invitations and forgotten passwords. Without it, links are passed on by hand.',
      href: buildSettingsPath('mail'),
      action: 'Set up mail',
      isDone: findMailSettings() !== undefined,
      isOptional: true,
    },
    {
      title: 'Connect your sign-in provider',
      description: 'Single sign-on with OpenID Connect. Test it before others use it.',
      href: buildSettingsPath('provider'),
      action: 'Connect',
      isDone: findProvider() !== undefined,
      isOptional: true,
    },
    {
      title: 'Adjust the review policy',
      description: 'The default rules apply. Open a rule to preview it on your changes.',
      href: pagePaths.policy,
      action: 'Open the policy',
      isDone: await hasPolicyEdit(db),
      isOptional: true,
    },
    {
      title: 'Import your changes and incidents',
      description: 'From an export of your ITSM system, or by the API.',
      href: pagePaths.imports,
      action: 'Import',
      isDone: await hasRows(db, changes),
    },
    {
      title: 'Say who reviews',
      description:
        'Reviews go to the reviewers of a service or to the group of a rule. Without either, managers assign them.',
      href: `${pagePaths.policy}#policy-services`,
      action: 'Set reviewers',
      isDone: (await hasRows(db, serviceReviewers)) || (await hasRows(db, reviewerGroups)),
    },
  ]
}

const hasRows = async (db: Queryable, table: PgTable): Promise<boolean> =>
  (await db.select().from(table).limit(1)).length > 0

async function hasPolicyEdit(db: Queryable): Promise<boolean> {
  const rows = await db
    .select({ id: auditEvents.id })
    .from(auditEvents)
    .where(and(inArray(auditEvents.entityType, ['policy', 'policy_rule']), eq(auditEvents.actorKind, 'account')))
    .limit(1)
  return rows.length > 0
}
