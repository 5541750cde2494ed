import { type ConnectionOptions, parseOptions } from '#lib/contracts/connection-options.ts'
import type { RunCounts } from '#lib/contracts/connection-values.ts'
import { getKind } from '#server/connections/all-kinds.ts'
import { noRemarks } from '#server/import/targets/target.ts'
import type { Database } from '#server/platform/db/client.ts'
import { createSystemActor } from '#server/platform/runtime/context.ts'
import { testContext, testNow } from '#server/platform/runtime/testing-context.ts'
import { connections } from '#server/schema/connections.ts'
import { fakeGitHub } from './github/testing-fake-github.ts'
import { fakeGitLab } from './gitlab/testing-fake-gitlab.ts'
import { fakeJira } from './jira/testing-fake-jira.ts'
import { openTracker, runTracker } from './run-tracker.ts'
import { type FakeOptions, type FakeTracker, outgoingTo } from './testing-fake-tracker.ts'
import type { Tracker } from './tracker.ts'

const fakes: Readonly<Record<string, (options?: FakeOptions) => FakeTracker>> = {
  jira: fakeJira,
  github: fakeGitHub,
  gitlab: fakeGitLab,
}

/** Creates the fake tracker of a kind, with one project and no issues. */
export function createFake(kind: string, options: FakeOptions = {}): FakeTracker {
  const create = fakes[kind]
  if (!create) throw new Error(`The tracker ${kind} has no fake: write one in its folder, and add it to \`fakes\`.`)
  return create(options)
}

const pace = { interval_minutes: 5, requests_per_minute: 6000 }

/** Returns the options of a connection to a fake tracker. */
export function optionsFor({ kind, project, options: fakeOptions }: FakeTracker): ConnectionOptions {
  const { options, issues } = parseOptions(getKind(kind).options, { project, ...fakeOptions, ...pace })
  if (!options) throw new Error(`The options of the fake ${kind} are wrong: ${JSON.stringify(issues)}.`)
  return options
}

/** Creates Hindsight's client for a fake tracker. */
export const trackerFor = (fake: FakeTracker, options: object = {}): Tracker =>
  openTracker(
    {
      kind: fake.kind,
      url: fake.origin,
      options: { ...optionsFor(fake), ...options } as ConnectionOptions,
      secrets: { secret: 'secret' },
    },
    { outgoing: outgoingTo(fake), signal: new AbortController().signal, publicUrl: 'https://hindsight.example' },
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
      url: fake.origin,
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
    /** Runs it at a time and returns the counts of the run. */
    async run(now: Date): Promise<Record<keyof RunCounts, number>> {
      const counts = { read: 0, inserted: 0, updated: 0, unchanged: 0, refused: 0, written: 0, conflicts: 0 }
      const count = (change: Partial<RunCounts>) => {
        for (const [name, value] of Object.entries(change)) counts[name as keyof RunCounts] += value
      }
      const actor = createSystemActor(id, connection.name)
      const ways = { outgoing: outgoingTo(fake), signal: new AbortController().signal, remarks: noRemarks, count }
      await runTracker(
        { ...testContext(db, undefined, now), actor, ...ways },
        { ...connection, secrets: { secret: 's' } },
      )
      return counts
    },
  }
}
