import { fakeGitHub } from '#e2e/lab/trackers/fake-github.ts'
import { fakeGitLab } from '#e2e/lab/trackers/fake-gitlab.ts'
import { fakeJira } from '#e2e/lab/trackers/fake-jira.ts'
import { type FakeTracker, outgoingTo } from '#e2e/lab/trackers/fake-tracker.ts'
import type { ConnectionOptions } from '#lib/contracts/connection-options.ts'
import type { RunCounts } from '#lib/contracts/connection-values.ts'
import { createTracker } from '#server/connections/trackers/create-tracker.ts'
import { runTracker } from '#server/connections/trackers/run-tracker.ts'
import type { Tracker } from '#server/connections/trackers/tracker.ts'
import { noRemarks } from '#server/import/targets/remarks.ts'
import type { Database } from '#server/platform/db/client.ts'
import type { Outgoing } from '#server/platform/outgoing/outgoing.ts'
import { testContext, testNow } from '#server/platform/runtime/testing-context.ts'
import { connections } from '#server/schema/connections.ts'

/** A fake tracker of each kind, by its name. */
export const fakes = { jira: fakeJira, github: fakeGitHub, gitlab: fakeGitLab } as const

export const origins = {
  jira: 'https://jira.example',
  github: 'https://github.example',
  gitlab: 'https://gitlab.example',
} as const

/** The options of a connection to a fake tracker. */
export const optionsFor = ({ kind, project }: Pick<FakeTracker, 'kind' | 'project'>) =>
  kind === 'jira'
    ? {
        project,
        issue_type: 'Task',
        further_projects: [],
        statuses: {},
        sign_in: { method: 'basic' as const, user: 'bot@example.org' },
        ...pace,
      }
    : { project, further_projects: [], statuses: {}, production: [], services: {}, ...pace }

const pace = { interval_minutes: 5, requests_per_minute: 6000 }

/** The real tracker of Hindsight against a fake one. */
export const trackerFor = (fake: FakeTracker, outgoing: Outgoing = outgoingTo(fake)): Tracker =>
  createTracker(
    { kind: fake.kind, url: origins[fake.kind], options: optionsFor(fake), secrets: { secret: 'secret' } },
    { outgoing, signal: new AbortController().signal, publicUrl: 'https://hindsight.example' },
  )

/** Stores a connection to a fake tracker, and runs it without a network. */
export async function connectFake(db: Database, fake: FakeTracker, options: Partial<ConnectionOptions> = {}) {
  const at = testNow.toISOString()
  const id = `con_${fake.kind}_${crypto.randomUUID().slice(0, 8)}`
  const [row] = await db
    .insert(connections)
    .values({
      id,
      kind: fake.kind,
      name: id.replaceAll('_', '-'),
      url: origins[fake.kind],
      options: { ...optionsFor(fake), ...options } as ConnectionOptions,
      nextRunAt: at,
      createdAt: at,
      updatedAt: at,
      updatedBy: 'Test admin',
    })
    .returning()
  if (!row) throw new Error('The connection was not stored.')
  const { sealedSecret: _, ...connection } = row
  return {
    id,
    /** Runs it at a time; returns what the run counted. */
    async run(now: Date): Promise<Record<keyof RunCounts, number>> {
      const counts = { read: 0, inserted: 0, updated: 0, unchanged: 0, refused: 0, written: 0, conflicts: 0 }
      const count = (change: Partial<RunCounts>) => {
        for (const [name, value] of Object.entries(change)) counts[name as keyof RunCounts] += value
      }
      const actor = { kind: 'system', id, name: connection.name } as const
      const ways = { outgoing: outgoingTo(fake), signal: new AbortController().signal, remarks: noRemarks, count }
      await runTracker(
        { ...testContext(db, undefined, now), actor, ...ways },
        { ...connection, secrets: { secret: 's' } },
      )
      return counts
    },
  }
}
